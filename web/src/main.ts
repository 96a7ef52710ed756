import { mount } from "svelte";
import App from "./App.svelte";
import "./app.css";
import { language } from "./lib/i18n.svelte";
import { beginRouting } from "./lib/router.svelte";
import { theme } from "./lib/theme.svelte";

theme.show();
document.documentElement.lang = language.now;
beginRouting();
mount(App, { target: document.getElementById("app")! });

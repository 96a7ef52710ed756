/** It is your turn: a mark on the tab, and, for those who want it, a sound and a notification. */

import { t } from "../lib/i18n.svelte";
import { keep, kept } from "../lib/keep";
import plain from "../icon.svg";
import marked from "../icon-turn.svg";

let sound = $state(kept("sound", false));
let notice = $state(kept("notice", false));

export const attention = {
  get sound(): boolean {
    return sound;
  },
  get notice(): boolean {
    return notice && allowed();
  },
  /** Whether this browser can notify at all, here. */
  get canNotice(): boolean {
    return "Notification" in window && isSecureContext && Notification.permission !== "denied";
  },
};

function allowed(): boolean {
  return "Notification" in window && Notification.permission === "granted";
}

export function wantSound(wanted: boolean): void {
  sound = wanted;
  keep("sound", wanted);
  if (wanted) chime();
}

export async function wantNotice(wanted: boolean): Promise<void> {
  const granted = wanted && (await Notification.requestPermission()) === "granted";
  notice = granted;
  keep("notice", granted);
}

let audio: AudioContext | null = null;

/** Two short strokes, like a small bell. */
function chime(): void {
  try {
    audio ??= new AudioContext();
    void audio.resume();
    const now = audio.currentTime;
    for (const [k, pitch] of [659.3, 987.8].entries()) {
      const tone = audio.createOscillator();
      const loud = audio.createGain();
      const begin = now + k * 0.14;
      tone.type = "triangle";
      tone.frequency.value = pitch;
      loud.gain.setValueAtTime(0.0001, begin);
      loud.gain.exponentialRampToValueAtTime(0.14, begin + 0.015);
      loud.gain.exponentialRampToValueAtTime(0.0001, begin + 0.5);
      tone.connect(loud).connect(audio.destination);
      tone.start(begin);
      tone.stop(begin + 0.55);
    }
  } catch {
    // no sound here
  }
}

/** The icon of the tab says whose turn it is. */
export function markTab(isMyTurn: boolean): void {
  const icon = document.querySelector<HTMLLinkElement>("link[rel=icon]");
  if (icon) icon.href = isMyTurn ? marked : plain;
}

/** It has just become your turn. */
export function call(table: string, question: string): void {
  if (sound) chime();
  if (!notice || !allowed() || !document.hidden) return;
  try {
    const shown = new Notification(`${t("table.yourTurn")} · ${table}`, { body: question, tag: "turn" });
    shown.onclick = () => {
      window.focus();
      shown.close();
    };
  } catch {
    // some phones only notify from a worker
  }
}

/** Whether this page was opened by an address that only this computer knows. */
export const isLocal = ["localhost", "127.0.0.1", "[::1]"].includes(location.hostname);

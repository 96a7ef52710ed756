/** The list of keys, asked for from anywhere. */

let shown = $state(false);

export const keys = {
  get shown(): boolean {
    return shown;
  },
};

export function showKeys(wanted = true): void {
  shown = wanted;
}

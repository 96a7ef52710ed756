import { describe, expect, it } from "vitest";
import { qr, qrPath } from "./qr";

// Made with segno 1.6.6 (error correction M, bytes); each row as a hexadecimal number.
const VERSION_1 = [
  "1fd67f 105f41 174a5d 175e5d 174e5d 104041 1fd57f",
  "001900 16e84b 189f8c 12c8e3 033d0a 14cd25 001005",
  "1fde30 1057ad 17444a 17544e 175724 1042f1 1fdaa0",
];
const VERSION_8 = [
  "1fc22bffff17f 105a6b7777741 17462a222235d 1747a2000025d 1753797ddd85d 104a244777441 1fd555555557f",
  "00004b45ddf00 154ba2ffffe12 061ab4c22200d 05cce1c888b87 081c471dddfd2 017f7ebfffef8 1aa4ece22202d",
  "19e275488898f 042b2f1dddfd2 0e4146bf776f8 1d9578e22202d 014fef488898f 02277b1dddfd2 0054aeb7776f8",
  "02b9dce00002d 0dff637c889ff 031787c5ddf10 1353de5777558 191310440011d 0df083fc88bff 07181375ddd70",
  "0152466377528 0c288c880028d 12e4ef9c88ad7 0397af75ddd72 1dc60263ffc28 103064c80028d 06e785bc88af7",
  "0a881b75ddd70 10d1a663ffc28 161dacca2228d 08c67dbc88af7 0e146775ddd72 1c63d27fffdf8 001dd0c62211d",
  "1fcd51d488957 1049cfc5ddf12 175202ffffff8 1740245e221dc 17505d3c88b7c 104c3b01ddc02 1fd81ecb7748b",
];

function rows(code: string[]): string[] {
  const found = code.flatMap((line) => line.split(" "));
  return found.map((row) => BigInt(`0x${row}`).toString(2).padStart(found.length, "0"));
}
const shown = (grid: boolean[][]) => grid.map((row) => row.map((dark) => (dark ? "1" : "0")).join(""));

describe("QR codes", () => {
  it("are those that others make", () => {
    expect(shown(qr("HELLO BUILDERS", 3))).toEqual(rows(VERSION_1));
    expect(shown(qr("xy".repeat(76), 0))).toEqual(rows(VERSION_8));
  });

  it("grow with the text, up to what a link may need", () => {
    expect(qr("a".repeat(14))).toHaveLength(21);
    expect(qr("a".repeat(15))).toHaveLength(25);
    expect(qr("a".repeat(412))).toHaveLength(77);
    expect(() => qr("a".repeat(413))).toThrow(RangeError);
  });

  it("choose one of the eight masks themselves", () => {
    const masks = [0, 1, 2, 3, 4, 5, 6, 7].map((mask) => shown(qr("Grüße", mask)).join());
    expect(masks).toContain(shown(qr("Grüße")).join());
  });

  it("are one path", () => {
    expect(qrPath([[true, false], [false, true]])).toBe("M0 0h1v1h-1zM1 1h1v1h-1z");
  });
});

/** A hint as it is shown on a page: without what would be typed in a terminal, with links. */

export interface HintLine {
  text: string;
  clauses: string[];
}

/** `moves`: how all actions of the game are written. */
export function shownHint(sentences: readonly string[], moves: ReadonlySet<string>): HintLine[] {
  return sentences.map((sentence, k) => {
    let text = k === 0 ? untyped(sentence, moves) : sentence;
    text = text.replace(/ \(([^()]+)\)/g, (whole, inside: string) => (moves.has(inside) ? "" : whole));
    const clauses = [...text.matchAll(/\[([TS]\d+\.\d+)\]/g)].map(([, clause]) => clause!);
    text = text.replace(/\s*\[[TS]\d+\.\d+\]/g, "").replace(/^– /, "");
    return { text, clauses: [...new Set(clauses)] };
  });
}

/** "Choose the soldier: type choose So2" is for terminals. */
function untyped(sentence: string, moves: ReadonlySet<string>): string {
  const at = sentence.lastIndexOf(": ");
  if (at < 0) return sentence;
  const typed = sentence.slice(at + 2);
  const move = typed.slice(typed.indexOf(" ") + 1);
  return moves.has(move) ? `${sentence.slice(0, at)}.` : sentence;
}

// Sentences one after the other, as a paragraph of the page's language has them.

/** A full-width stop brings its own room; after any other end stands a space. */
export const inARow = (first: string, next: string): string =>
  first.endsWith('\u3002') || next === '' ? first + next : `${first} ${next}`

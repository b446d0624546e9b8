// "200 BTC" never ends one line with its figure and begins the next with its unit: neither in a list nor in a text that operators wrote.

/** A unit as it stands after its figure. */
export const bound = (unit: string): string => `\u00a0${unit}`

const AMOUNT = /(\d) (?=[A-Z]{3,5}\b)/g

/** The HTML of a text with each figure bound to its unit. */
export const boundUnits = (html: string): string => html.replace(AMOUNT, '$1\u00a0')

// Amounts in texts that operators wrote: "200 BTC" never ends one line with its figure and begins the next with its unit.

const AMOUNT = /(\d) (?=[A-Z]{3,5}\b)/g

/** The HTML of a text with each figure bound to its unit. */
export const boundUnits = (html: string): string => html.replace(AMOUNT, '$1\u00a0')

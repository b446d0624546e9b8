// Comma-separated values (RFC 4180), safe to open in a spreadsheet.

/** Begins a file: tells a spreadsheet that it is UTF-8. */
export const BYTE_ORDER_MARK = '\ufeff'

/** One line with its end. Quotes where a field needs them. The signs that keep Thai words whole in a line stay behind. */
export const csvLine = (fields: readonly string[]): string =>
  `${fields.map((text) => csvField(harmless(text.replace(/[\u200b\u2060]/g, '')))).join(',')}\r\n`

/** Where a comma stands in decimals, spreadsheets part fields at semicolons, and everywhere at tabs when they are asked to. */
const csvField = (text: string): string => (/[",;\t\r\n]/.test(text) ? `"${text.replaceAll('"', '""')}"` : text)

/** What people wrote must not run in a spreadsheet: a text that would be a formula is marked as text. Numbers stay numbers. */
const harmless = (text: string): string =>
  /^[=+@＝＋－＠\t\r]/.test(text) || /^-(?![\d.]+$)/.test(text) ? `'${text}` : text

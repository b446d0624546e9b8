// Comma-separated values (RFC 4180).

/** Begins a file: tells a spreadsheet that it is UTF-8. */
export const BYTE_ORDER_MARK = '\ufeff'

/** One line with its end. Quotes where a field needs them. */
export const csvLine = (fields: readonly string[]): string => `${fields.map(csvField).join(',')}\r\n`

const csvField = (text: string): string => (/[",\r\n]/.test(text) ? `"${text.replaceAll('"', '""')}"` : text)

// List as a CSV response.

export type Line = readonly string[]

/** Streams part after part, so that a long list needs little memory; null ends it. */
export function csvStream(
  name: string,
  beginning: readonly Line[],
  readPart: () => Promise<readonly Line[] | null>,
): Response {
  const encoder = new TextEncoder()
  const body = new ReadableStream<Uint8Array>({
    start: (controller) => controller.enqueue(encoder.encode(BYTE_ORDER_MARK + textOf(beginning))),
    pull: async (controller) => {
      const part = await readPart()
      if (part === null) controller.close()
      else controller.enqueue(encoder.encode(textOf(part)))
    },
  })
  return csvResponse(name, body)
}

/** CSV of lines known in advance. */
export const csvOf = (name: string, heads: Line, lines: readonly Line[]): Response =>
  csvResponse(name, BYTE_ORDER_MARK + textOf([heads, ...lines]))

const textOf = (lines: readonly Line[]): string => lines.map(csvLine).join('')

const csvResponse = (name: string, body: BodyInit): Response =>
  new Response(body, {
    headers: {
      'Content-Type': 'text/csv; charset=utf-8',
      'Content-Disposition': `attachment; filename="${name}.csv"`,
      'Cache-Control': 'no-store',
    },
  })

/** Byte order mark: tells spreadsheets that the file is UTF-8. */
const BYTE_ORDER_MARK = '\ufeff'

/**
 * One CSV line with its line ending. Quotes fields where needed. Removes the zero-width characters that control line
 * breaks in Thai words.
 */
export const csvLine = (fields: readonly string[]): string =>
  `${fields.map((text) => csvField(harmless(text.replace(/[\u200b\u2060]/g, '')))).join(',')}\r\n`

/** Also quotes semicolons and tabs, which spreadsheets of some locales use as separators. */
const csvField = (text: string): string => (/[",;\t\r\n]/.test(text) ? `"${text.replaceAll('"', '""')}"` : text)

/** Prevents formula injection in spreadsheets: user text that would be a formula is marked as text. Numbers stay unchanged. */
const harmless = (text: string): string =>
  /^[=+@＝＋－＠\t\r]/.test(text) || /^-(?![\d.]+$)/.test(text) ? `'${text}` : text

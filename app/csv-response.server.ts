// A list as a file of comma-separated values in an answer.

import { BYTE_ORDER_MARK, csvLine } from './text/csv'

export type Line = readonly string[]

/** Written while it is read, part after part, so that a long list is no burden; null ends it. */
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

/** The same of what is known at once. */
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

// A list of the visitor's own as a file of comma-separated values, written while it is read, so that a long history is no burden.

import type { Outcome } from '#domain/outcome'
import { BYTE_ORDER_MARK, csvLine } from './text/csv'
import { valueOf } from './visitor.server'

interface OwnFile<Row> {
  readonly name: string
  readonly heads: readonly string[]
  readonly pages: AsyncGenerator<Outcome<readonly Row[]>, void>
  readonly fieldsOf: (row: Row) => readonly string[]
}

export async function ownFile<Row>(
  request: Request,
  { name, heads, pages, fieldsOf }: OwnFile<Row>,
): Promise<Response> {
  const first = await pages.next()
  const linesOf = (page: typeof first): string =>
    page.done
      ? ''
      : valueOf(request, page.value)
          .map((row) => csvLine(fieldsOf(row)))
          .join('')
  const encoder = new TextEncoder()
  // Before the file begins: whose session is over is led to the login page.
  const beginning = encoder.encode(BYTE_ORDER_MARK + csvLine(heads) + linesOf(first))
  const body = new ReadableStream<Uint8Array>({
    start: (controller) => controller.enqueue(beginning),
    pull: async (controller) => {
      const page = await pages.next()
      if (page.done) controller.close()
      else controller.enqueue(encoder.encode(linesOf(page)))
    },
  })
  return new Response(body, {
    headers: {
      'Content-Type': 'text/csv; charset=utf-8',
      'Content-Disposition': `attachment; filename="${name}.csv"`,
      'Cache-Control': 'no-store',
    },
  })
}

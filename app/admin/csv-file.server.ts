// A list as a file of comma-separated values, written while it is read, page after page.

import { BYTE_ORDER_MARK, csvLine } from '../text/csv'

const ROWS_PER_READ = 500

type ReadPage = (page: { readonly page: number; readonly limit: number }) => Promise<readonly (readonly string[])[]>

export function csvFile(name: string, heads: readonly string[], readPage: ReadPage): Response {
  const encoder = new TextEncoder()
  let page = 0
  const body = new ReadableStream<Uint8Array>({
    start: (controller) => controller.enqueue(encoder.encode(BYTE_ORDER_MARK + csvLine(heads))),
    pull: async (controller) => {
      page += 1
      const rows = await readPage({ page, limit: ROWS_PER_READ })
      if (rows.length > 0) controller.enqueue(encoder.encode(rows.map(csvLine).join('')))
      if (rows.length < ROWS_PER_READ) controller.close()
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

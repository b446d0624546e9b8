// CSV export of a user's own list.

import type { Outcome } from '#domain/outcome'
import { type Line, csvStream } from './csv.server'
import { valueOf } from '../visitor/visitor.server'

interface OwnFile<Row> {
  readonly name: string
  readonly heads: Line
  readonly pages: AsyncGenerator<Outcome<readonly Row[]>, void>
  readonly fieldsOf: (row: Row) => Line
}

export async function ownFile<Row>(
  request: Request,
  { name, heads, pages, fieldsOf }: OwnFile<Row>,
): Promise<Response> {
  const readPart = async (): Promise<readonly Line[] | null> => {
    const page = await pages.next()
    return page.done ? null : valueOf(request, page.value).map(fieldsOf)
  }
  // First read before the response starts, so that an ended session still redirects to login.
  const first = (await readPart()) ?? []
  return csvStream(name, [heads, ...first], readPart)
}

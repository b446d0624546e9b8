// Pages that a link must load as a document: the browser applies the headers of its document to every page opened in it.

import { type ClientLoaderFunctionArgs, redirectDocument } from '@remix-run/react'

/** Address that the document was loaded from; null in browsers that don't say. */
const loadedAddress = (): string | null => performance.getEntriesByType('navigation')[0]?.name ?? null

/** `clientLoader` of a page whose headers permit what others may not: navigation from another page loads the document. */
export function asDocument({ request, serverLoader }: ClientLoaderFunctionArgs): Promise<unknown> {
  const loaded = loadedAddress()
  if (loaded !== null && new URL(loaded).pathname !== new URL(request.url).pathname) throw redirectDocument(request.url)
  return serverLoader()
}

// Pages that are loaded as a document, because the browser goes by the headers of the document, whatever page is navigated to in it.

import { type ClientLoaderFunctionArgs, redirectDocument } from '@remix-run/react'

/** Address that the document was loaded from; null in browsers that don't say. */
const loadedAddress = (): string | null => performance.getEntriesByType('navigation')[0]?.name ?? null

/** `clientLoader` of a page whose headers permit what others may not: navigation from another page loads the document. */
export function asDocument({ request, serverLoader }: ClientLoaderFunctionArgs): Promise<unknown> {
  const loaded = loadedAddress()
  if (loaded !== null && new URL(loaded).pathname !== new URL(request.url).pathname) throw redirectDocument(request.url)
  return serverLoader()
}

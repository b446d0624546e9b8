// Loader of the API reference: all operations by product, and the search.

import type { LoaderFunctionArgs } from '@remix-run/cloudflare'
import { readDocument } from '../../reference/context.server'
import { productsOf } from '../../reference/document.server'
import { titleOf } from '../../text/title.server'
import { broughtTexts } from '../../text/words.server'
import { readLanguage } from '../../visitor/visitor.server'

const SEARCH_LENGTH_MAX = 60

export function loader({ request, context }: LoaderFunctionArgs) {
  const document = readDocument(context)
  return {
    texts: broughtTexts(readLanguage(request), 'reference'),
    title: titleOf(request, 'shell', 'api_docs'),
    introduction: document.info.description,
    signing: document.components.securitySchemes.key.description,
    products: productsOf(document),
    search: (new URL(request.url).searchParams.get('q') ?? '').slice(0, SEARCH_LENGTH_MAX),
  }
}

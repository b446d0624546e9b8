// Loader of one endpoint of the API reference.

import { type LoaderFunctionArgs, data } from '@remix-run/cloudflare'
import { readDocument } from '../../reference/context.server'
import { operationPage } from '../../reference/document.server'
import { broughtTexts } from '../../text/words.server'
import { readLanguage } from '../../visitor/visitor.server'

export function loader({ request, params, context }: LoaderFunctionArgs) {
  const operation = operationPage(readDocument(context), params['operation'] ?? '', new URL(request.url).origin)
  if (operation === null) throw data(null, { status: 404 })
  return { texts: broughtTexts(readLanguage(request), 'reference'), title: operation.summary, operation }
}

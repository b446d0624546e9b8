// What the fiats are called. Only the server names them: a browser may know other names, and the page would be drawn twice.

import type { LoaderFunctionArgs } from '@remix-run/cloudflare'
import { LANGUAGE_TAGS } from '#domain/language'
import { loadCatalogue } from '#services/catalogue'
import { titleOf } from '../../text/title.server'
import { readLanguage } from '../../visitor.server'

export async function loader({ request, context }: LoaderFunctionArgs) {
  const { fiats } = await loadCatalogue(context.env)
  const names = new Intl.DisplayNames([LANGUAGE_TAGS[readLanguage(request)]], { type: 'currency' })
  return {
    title: titleOf(request, 'shell', 'fiat'),
    names: Object.fromEntries(fiats.map(({ code }) => [code, names.of(code) ?? code])),
  }
}

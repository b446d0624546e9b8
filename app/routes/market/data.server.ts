// Market list: all pairs, their quotes, and which assets the visitor watches. Watching and unwatching are its action.

import type { ActionFunctionArgs, LoaderFunctionArgs } from '@remix-run/cloudflare'
import { loadCatalogue } from '#services/catalogue'
import { listQuotes } from '#services/quotes'
import { listWatches, unwatch, watch } from '#services/watchlist'
import { refusalText } from '#services/words'
import { readSession } from '#session/session'
import type { WatchRow } from '#party/protocol/account'
import { fieldOf, readLanguage, requireSameOrigin, requireSession, throwIfSessionEnded } from '../../visitor.server'
import { titleOf } from '../../text/title.server'

export async function loader({ request, context }: LoaderFunctionArgs) {
  const { env } = context
  const [{ pairs }, quotes, watches] = await Promise.all([
    loadCatalogue(env),
    listQuotes(env),
    loadWatches(request, env),
  ])
  return {
    title: titleOf(request, 'market', 'title'),
    quotes,
    watches,
    commandId: crypto.randomUUID(),
    pairs: pairs.map(({ symbol, base, quote }) => ({
      symbol,
      base: { id: base.id, code: base.code, name: base.name, logo: base.logo },
      quoteCode: quote.code,
    })),
  }
}

/** A guest, or a session that ended elsewhere, watches nothing: the list itself is public. */
async function loadWatches(request: Request, env: Env): Promise<readonly WatchRow[] | null> {
  const session = await readSession(request, env)
  if (!session) return null
  const watches = await listWatches(env, session)
  return watches.ok ? watches.value : null
}

export async function action({ request, context }: ActionFunctionArgs) {
  requireSameOrigin(request)
  const { env } = context
  const session = await requireSession(request, env)
  const form = await request.formData()
  const [assetId, watchId] = [Number(fieldOf(form, 'assetId')), Number(fieldOf(form, 'watchId'))]
  const commandId = `${fieldOf(form, 'commandId')}.${assetId}.${watchId}`
  const outcome =
    watchId > 0
      ? await unwatch(env, session, { commandId, watchId })
      : await watch(env, session, { commandId, assetId })
  throwIfSessionEnded(request, outcome)
  return { problem: outcome.ok ? null : refusalText(readLanguage(request), outcome.refusal) }
}

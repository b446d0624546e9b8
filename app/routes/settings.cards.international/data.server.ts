// The card or account abroad: kept, changed or forgotten.

import type { ActionFunctionArgs, LoaderFunctionArgs } from '@remix-run/cloudflare'
import { changeCard, loadCard } from '../../card-pages.server'
import { titleOf } from '../../text/title.server'
import { requireSession } from '../../visitor.server'

export async function loader({ request, context }: LoaderFunctionArgs) {
  const session = await requireSession(request, context.env)
  const card = await loadCard(request, context.env, session, 'international')
  return { title: titleOf(request, 'funds', 'card_international'), ...card }
}

export const action = ({ request, context }: ActionFunctionArgs) => changeCard(request, context.env, 'international')

// Checkout page of the simulated payment providers: card by session, third party by signed URL. It sends signed
// webhooks like a real provider. Exists only in development.

import { type ActionFunctionArgs, type LoaderFunctionArgs, redirect } from '@remix-run/cloudflare'
import { readPlayCheckout, sendPlayMessage } from '#services/buy/embedded'
import { titleOf } from '../../text/title.server'
import { broughtTexts } from '../../text/words.server'
import { fieldOf, readLanguage, readLiveForm, requireLiveSession, safeReturnPath } from '../../visitor/visitor.server'

export async function loader({ request, context: { env } }: LoaderFunctionArgs) {
  await requireLiveSession(request, env)
  const play = await readPlayCheckout(env, new URL(request.url).search)
  if (play === 'closed') throw new Response(null, { status: 404 })
  return {
    texts: broughtTexts(readLanguage(request), 'buy'),
    title: titleOf(request, 'buy', 'play_title'),
    play: play && {
      kind: play.kind,
      reference: play.reference,
      currency: play.currency,
      paid: play.paid,
      back: play.back,
    },
  }
}

export async function action({ request, context: { env } }: ActionFunctionArgs) {
  const { form } = await readLiveForm(request, env)
  const play = await readPlayCheckout(env, new URL(request.url).search)
  if (play === null || play === 'closed') throw new Response(null, { status: 404 })
  const step = fieldOf(form, 'step')
  if (step !== 'pay' && step !== 'fail') throw new Response('request_malformed', { status: 400 })
  const isPaid = step === 'pay'
  await sendPlayMessage(env, play, { isPaid, name: fieldOf(form, 'name').slice(0, 100) }, Date.now())
  // After an unpaid checkout the return URL omits the query that shows "waiting for payment".
  throw redirect(safeReturnPath(isPaid ? play.back : (play.back.split('?')[0] ?? ''), '/buy/orders'))
}

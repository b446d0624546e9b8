// Loader of own and claimable coupons; actions to claim and use.

import { type ActionFunctionArgs, type LoaderFunctionArgs, redirect } from '@remix-run/cloudflare'
import * as v from 'valibot'
import { type Outcome, done } from '#domain/outcome'
import { loadCatalogue } from '#services/catalogue'
import { claim, loadCoupons, useCoupon as takeCoupon } from '#services/promotion/coupons'
import type { Session } from '#session/session'
import { id, text } from '#services/input'
import { readPageId } from '../../forms/command-id.server'
import { answered } from '../../forms/answered.server'
import { titleOf } from '../../text/title.server'
import { fieldOf, readOwnForm, requireSession, throwIfSessionEnded, valueOf } from '../../visitor/visitor.server'
import { COUPON_TABS, TAB_OF } from './coupons'
import { readSent, refuseUnlessEnded, refuseIntent } from '../../forms/form-input.server'

const DONE = ['claim', 'had', 'fee_discount', 'trial_bonus'] as const
type Done = (typeof DONE)[number]

export async function loader({ request, context: { env } }: LoaderFunctionArgs) {
  const session = await requireSession(request, env)
  const { searchParams } = new URL(request.url)
  const tab = COUPON_TABS.find((name) => name === searchParams.get('tab')) ?? 'available'
  const [{ assets }, coupons] = await Promise.all([loadCatalogue(env), loadCoupons(env, session, Date.now())])
  const { own, open } = valueOf(request, coupons)
  return {
    title: titleOf(request, 'promotion', 'coupon_title'),
    tab,
    own: own.filter(({ state }) => TAB_OF[state] === tab),
    open: tab === 'available' ? open : [],
    assets: assets.map(({ id, code, scale }) => ({ id, code, scale })),
    commandId: crypto.randomUUID(),
    done: DONE.find((word) => word === searchParams.get('done')) ?? null,
  }
}

export async function action({ request, context: { env } }: ActionFunctionArgs) {
  const { session, form } = await readOwnForm(request, env)
  const outcome = await run(request, env, session, form)
  throwIfSessionEnded(request, outcome)
  if (outcome.ok) throw redirect(`/coupons?done=${outcome.value}`)
  return answered(request, form, outcome)
}

const CODE = v.object({ coupon_code: text(32) })
const OFFER = v.object({ coupon_id: id })
const OWN = v.object({ ref: text(64) })

async function run(request: Request, env: Env, session: Session, form: FormData): Promise<Outcome<Done>> {
  const intent = fieldOf(form, 'intent')
  if (intent === 'use') {
    const read = readSent(request, form, OWN)
    if (!read.ok) return refuseUnlessEnded(env, session, read)
    const commandId = `${readPageId(form)}:${read.value.ref}`.slice(0, 80)
    const used = await takeCoupon(env, session, { commandId, ref: read.value.ref })
    if (!used.ok) return used
    return done(used.value.terms.kind === 'trial_bonus' ? 'trial_bonus' : 'fee_discount')
  }
  if (intent !== 'code' && intent !== 'claim') return refuseUnlessEnded(env, session, refuseIntent(intent))
  const name = intent === 'code' ? readSent(request, form, CODE) : readSent(request, form, OFFER)
  if (!name.ok) return refuseUnlessEnded(env, session, name)
  const named = 'coupon_code' in name.value ? { code: name.value.coupon_code } : { couponId: name.value.coupon_id }
  const key = 'code' in named ? named.code : named.couponId
  const commandId = `${readPageId(form)}:${key}`.slice(0, 80)
  const claimed = await claim(env, session, { ...named, commandId }, Date.now())
  return claimed.ok ? done(claimed.value.isNew ? 'claim' : 'had') : claimed
}

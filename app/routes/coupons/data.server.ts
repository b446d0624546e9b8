// Loader of own and claimable coupons; actions to claim and use.

import { type ActionFunctionArgs, type LoaderFunctionArgs, redirect } from '@remix-run/cloudflare'
import type { Outcome } from '#domain/outcome'
import { loadCatalogue } from '#services/catalogue'
import { claim, loadCoupons, useCoupon as takeCoupon } from '#services/promotion/coupons'
import { refusalText } from '#services/words'
import type { Session } from '#session/session'
import { checkForm } from '../../forms/taken-fields.server'
import { titleOf } from '../../text/title.server'
import {
  fieldOf,
  readLanguage,
  readOwnForm,
  requireSession,
  throwIfSessionEnded,
  valueOf,
} from '../../visitor/visitor.server'
import { COUPON_TABS, type CouponAnswer, TAB_OF } from './coupons'

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

export async function action({ request, context: { env } }: ActionFunctionArgs): Promise<CouponAnswer> {
  const { session, form } = await readOwnForm(request, env)
  const taken = await checkForm(env, session, form, {
    fields: FIELDS.get(fieldOf(form, 'intent')) ?? ['coupon_id'],
    words: { intent: ['code', 'use', 'claim'] },
  })
  const outcome = !taken.ok ? taken : await run(env, session, form)
  throwIfSessionEnded(request, outcome)
  if (outcome.ok) throw redirect(`/coupons?done=${outcome.value}`)
  const isCode = fieldOf(form, 'intent') === 'code'
  const problem = refusalText(readLanguage(request), outcome.refusal)
  return { code: fieldOf(form, 'code'), field: isCode ? 'code' : 'form', problem }
}

/** Accepted fields by intent; the default intent is a claim by number. */
const FIELDS = new Map([
  ['code', ['code']],
  ['use', ['ref']],
])

async function run(env: Env, session: Session, form: FormData): Promise<Outcome<Done>> {
  if (fieldOf(form, 'intent') === 'use') {
    const commandId = `${fieldOf(form, 'commandId')}:${fieldOf(form, 'ref')}`.slice(0, 80)
    const used = await takeCoupon(env, session, { commandId, ref: fieldOf(form, 'ref') })
    if (!used.ok) return used
    return { ok: true, value: used.value.terms.kind === 'trial_bonus' ? 'trial_bonus' : 'fee_discount' }
  }
  const couponId = Number(fieldOf(form, 'couponId'))
  const name = fieldOf(form, 'intent') === 'code' ? { code: fieldOf(form, 'code') } : { couponId }
  const drawn = fieldOf(form, 'commandId')
  const commandId =
    drawn === '' ? crypto.randomUUID() : `${drawn}:${'code' in name ? name.code : name.couponId}`.slice(0, 80)
  const claimed = await claim(env, session, { ...name, commandId }, Date.now())
  return claimed.ok ? { ok: true, value: claimed.value.isNew ? 'claim' : 'had' } : claimed
}

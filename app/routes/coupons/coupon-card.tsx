// Coupon card: benefit, validity, actions.

import type { ReactNode } from 'react'
import { useTranslation } from 'react-i18next'
import { decodeAmount } from '#domain/money/amount'
import { rate } from '#domain/money/rate'
import { type CouponTerms, boostedYield } from '#domain/promotion/coupon'
import { Icon, type IconName } from '../../components/icon'
import { useNumbers } from '../../text/numbers'
import { roundValueText } from '../../text/money'

export interface CouponAsset {
  readonly id: number
  readonly code: string
  readonly scale: number
}

const ICONS: Readonly<Record<CouponTerms['kind'], IconName>> = {
  fee_discount: 'trade',
  trial_bonus: 'gift',
  rate_boost: 'chart',
}

interface CouponCardProps {
  readonly terms: CouponTerms
  readonly assets: readonly CouponAsset[]
  readonly isOver?: boolean
  /** Validity and amounts. */
  readonly children: ReactNode
  readonly end?: ReactNode
}

export function CouponCard({ terms, assets, isOver = false, children, end }: CouponCardProps) {
  const { title, lines } = useTermsWords(terms, assets)
  return (
    <li className={`panel flex gap-3 p-4 ${isOver ? 'text-muted' : ''}`}>
      <span
        className={`grid size-11 shrink-0 place-items-center rounded-xl bg-raised ${isOver ? '' : 'text-brand-text'}`}
      >
        <Icon name={ICONS[terms.kind]} />
      </span>
      <div className="flex min-w-0 flex-1 flex-col gap-1 text-sm">
        <h3 className="font-bold break-words">{title}</h3>
        {lines.map((line) => (
          <p key={line} className="text-muted">
            {line}
          </p>
        ))}
        <div className="text-xs text-muted">{children}</div>
        {/* Aligned with the neighbouring card's button. */}
        {end && <div className="mt-auto pt-2">{end}</div>}
      </div>
    </li>
  )
}

function useTermsWords(
  terms: CouponTerms,
  assets: readonly CouponAsset[],
): { readonly title: string; readonly lines: readonly string[] } {
  const { t } = useTranslation('promotion')
  const numbers = useNumbers()
  const assetOf = (id: number) => assets.find((asset) => asset.id === id) ?? { code: '', scale: 0 }
  switch (terms.kind) {
    case 'fee_discount': {
      const most = terms.savingMax
      const days = t('coupon_fee_days', { count: terms.days })
      const limit = most === null ? [] : [t('coupon_fee_max', { amount: numbers.decimal(roundValueText(most)) })]
      return {
        title: t('coupon_fee_discount', { share: numbers.rate(rate(BigInt(terms.discount))) }),
        lines: [days, ...limit],
      }
    }
    case 'trial_bonus': {
      const asset = assetOf(terms.assetId)
      const amount = numbers.storedAmount(asset, terms.amount)
      return { title: t('coupon_trial_bonus', { amount, asset: asset.code }), lines: [t('coupon_bonus_text')] }
    }
    case 'rate_boost': {
      const boost = rate(BigInt(terms.boost))
      const title = t('coupon_rate_boost', { share: numbers.rate(boost) })
      const text = t('coupon_boost_text', { count: terms.days })
      if (!terms.principalMax) return { title, lines: [text] }
      const asset = assetOf(terms.principalMax.assetId)
      const most = decodeAmount(terms.principalMax.amount)
      const extra = boostedYield(most, rate(0n), { boost, principalMax: null })
      const facts = { amount: numbers.amount(asset, most), extra: numbers.amount(asset, extra), asset: asset.code }
      return { title, lines: [text, t('coupon_boost_max', facts)] }
    }
  }
}

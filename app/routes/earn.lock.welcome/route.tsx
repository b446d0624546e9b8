// Introduction to lock mining, with examples computed by the payout functions.

import type { LoaderFunctionArgs } from '@remix-run/cloudflare'
import { useTranslation } from 'react-i18next'
import { dayYield, redemptionOf, termYield } from '#domain/mining/deposit'
import { amount } from '#domain/money/amount'
import { rate } from '#domain/money/rate'
import { ButtonLink } from '../../components/button'
import { featurePage } from '../../components/feature-words'
import { FigureList } from '../../components/figure-list'
import { Pane } from '../../components/pane'
import { DAY_MS } from '#domain/time'
import { useNumbers } from '../../text/numbers'
import { titleOf } from '../../text/title.server'
import { broughtTexts } from '../../text/words.server'
import { readLanguage } from '../../visitor/visitor.server'

export { pageTitle as meta } from '../../text/title'

export function loader({ request }: LoaderFunctionArgs) {
  return {
    texts: broughtTexts(readLanguage(request), 'mining'),
    title: titleOf(request, 'mining', 'welcome_title'),
  }
}

const USDT = { code: 'USDT', scale: 6 }
const EXAMPLE = { amount: amount(1_000_000_000n), dailyRate: rate(300_000n), penaltyRatio: rate(400_000n), days: 5 }
const STEPS = ['step_choose', 'step_start', 'step_daily', 'step_end'] as const

export default featurePage('mining', Welcome)

function Welcome() {
  const { t } = useTranslation('mining')
  const numbers = useNumbers()
  const { amount: locked, dailyRate, penaltyRatio, days } = EXAMPLE
  const money = (value: bigint) => `${numbers.amount(USDT, amount(value))}\u00a0USDT`
  const early = redemptionOf({ amount: locked, penaltyRatio, days, startsAt: 0 }, 2 * DAY_MS)
  return (
    <div className="mx-auto max-w-3xl lg:px-5">
      <Pane title={t('welcome_title')} text={t('intro')} backTo="/earn/lock">
        <ol className="panel grid gap-3 p-4 text-sm">
          {STEPS.map((step, index) => (
            <li key={step} className="flex gap-3">
              <span className="grid size-6 shrink-0 place-items-center rounded-full bg-raised text-xs font-bold">
                {numbers.count(index + 1)}
              </span>
              <span>{t(step)}</span>
            </li>
          ))}
        </ol>
        <section className="panel grid gap-2 p-4">
          <h2 className="font-semibold">{t('example')}</h2>
          <p className="text-xs text-muted">{t('example_text')}</p>
          <FigureList
            className="text-sm"
            rows={[
              { key: 'amount', label: t('amount'), value: money(locked) },
              { key: 'days', label: t('length'), value: t('days', { count: days }) },
              { key: 'daily_rate', label: t('daily_rate'), value: numbers.rate(dailyRate) },
              { key: 'day_yield', label: t('day_yield'), value: money(dayYield(locked, dailyRate, null)) },
              {
                key: 'total_yield',
                label: t('total_yield'),
                value: money(termYield({ amount: locked, dailyRate, days, boost: null })),
                isStrong: true,
              },
              { key: 'penalty', label: t('example_early'), value: money(early.penalty) },
            ]}
          />
        </section>
        <p className="px-1 text-xs text-muted">{t('rule_start')}</p>
        <p className="px-1 text-xs text-muted">{t('rule_penalty')}</p>
        <p className="px-1 text-xs text-muted">{t('risk')}</p>
        <ButtonLink to="/earn/lock" variant="brand">
          {t('title')}
        </ButtonLink>
      </Pane>
    </div>
  )
}

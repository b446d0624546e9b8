// Company of a share: exchange, sector, and corporate actions, future and past.

import { useTranslation } from 'react-i18next'
import type { Pair } from '#domain/catalogue'
import { type Amount, ZERO, decodeAmount, formatTrimmed, total } from '#domain/money/amount'
import { dividendOf } from '#domain/stocks/actions'
import { parseDay } from '#domain/time'
import type { BalanceRow } from '#party/protocol/account'
import type { CompanyAction } from '#services/stock-actions'
import { FigureList } from '../../components/figure-list'
import { Hideable } from '../../components/hidden-amounts'
import { useSite } from '../../site/site'
import { dateWords } from '../../text/dates'
import { bound } from '../../text/money'
import { type Numbers, useNumbers } from '../../text/numbers'

interface CompanyProps {
  readonly pair: Pair
  /** Null for a coin. */
  readonly actions: readonly CompanyAction[] | null
  /** Null for a guest. */
  readonly balances: readonly BalanceRow[] | null
  /** True in the column of the book. */
  readonly isNarrow?: boolean
}

/** Own shares, those in orders included. */
const sharesIn = (balances: readonly BalanceRow[], { base }: Pair): Amount =>
  total(
    balances
      .filter(({ assetId, wallet }) => assetId === base.id && wallet === 'stocks')
      .flatMap(({ available, held }) => [decodeAmount(available), decodeAmount(held)]),
  )

export function Company({ pair, actions, balances, isNarrow = false }: CompanyProps) {
  const { t } = useTranslation('stocks')
  const { stock } = pair
  if (!stock || !actions) return null
  const held = balances && sharesIn(balances, pair)
  const isToCome = ({ state }: CompanyAction) => state !== 'done'
  return (
    <section
      aria-labelledby="company"
      className={`grid gap-4 px-3 py-4 ${isNarrow ? '' : 'lg:grid-cols-3 lg:gap-8 lg:px-4'}`}
    >
      <div className="grid content-start gap-2">
        <h2 id="company" className="font-semibold">
          {pair.base.name}
        </h2>
        <FigureList
          className="text-sm"
          rows={[
            { key: 'code', label: t('code'), value: pair.base.code },
            { key: 'exchange', label: t('exchange'), value: stock.exchange },
            { key: 'sector', label: t('sector'), value: t(`sector_${stock.sector}`) },
          ]}
        />
      </div>
      <Actions title={t('actions_to_come')} pair={pair} held={held}>
        {actions.filter(isToCome).toReversed()}
      </Actions>
      <Actions title={t('actions_past')} pair={pair} held={null}>
        {actions.filter((action) => !isToCome(action))}
      </Actions>
    </section>
  )
}

interface ActionsProps extends Pick<CompanyProps, 'pair'> {
  /** Null where no dividend is expected. */
  readonly held: Amount | null
  readonly title: string
  readonly children: readonly CompanyAction[]
}

function Actions({ title, pair, held, children }: ActionsProps) {
  const { language } = useSite()
  if (children.length === 0) return null
  return (
    <div className="grid content-start gap-2 text-sm">
      <h3 className="font-semibold">{title}</h3>
      <ul className="grid gap-2">
        {children.map((action) => (
          <li key={action.id} className="flex flex-wrap justify-between gap-x-4">
            {/* A day of the exchange, wherever the reader is. */}
            <span className="text-muted">{dateWords(parseDay(action.day) ?? 0, { offset: 0, language })}</span>
            <span className="text-right">
              <Words action={action} />
              {held !== null && action.kind === 'dividend' && <Expected pair={pair} held={held} action={action} />}
            </span>
          </li>
        ))}
      </ul>
    </div>
  )
}

function Words({ action }: { readonly action: CompanyAction }) {
  const { t } = useTranslation('stocks')
  const numbers = useNumbers()
  const { kind, newShares, oldShares, newCode } = action
  if (kind === 'dividend') return t('action_dividend', { amount: usdtText(numbers, decodeAmount(action.paidPerShare)) })
  if (kind === 'split') return t('action_split', { shares: numbers.count(newShares), old: numbers.count(oldShares) })
  return kind === 'rename' ? t('action_rename', { code: newCode }) : t('action_delisting')
}

/** Dividend of the reader's current shares. */
function Expected({
  pair,
  held,
  action,
}: Pick<CompanyProps, 'pair'> & { readonly held: Amount; readonly action: CompanyAction }) {
  const { t } = useTranslation('stocks')
  const numbers = useNumbers()
  if (held <= ZERO) return null
  const amount = dividendOf(pair, held, decodeAmount(action.paidPerShare))
  return (
    <span className="block text-xs text-muted" data-testid="expected-dividend">
      <Hideable>
        {t('your_dividend', {
          shares: numbers.decimal(formatTrimmed(pair.base, held)),
          amount: usdtText(numbers, amount),
        })}
      </Hideable>
    </span>
  )
}

const USDT = { scale: 6 } as const
const usdtText = (numbers: Numbers, value: Amount): string =>
  `${numbers.decimal(formatTrimmed(USDT, value))}${bound('USDT')}`

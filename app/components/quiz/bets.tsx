// Quiz bets as a table on desktop and cards on a phone.

import { Link } from '@remix-run/react'
import { useTranslation } from 'react-i18next'
import { decodeAmount, formatUnits } from '#domain/money/amount'
import { betReceiptName } from '#domain/quiz/bet-receipt'
import type { BetStatus } from '#domain/quiz/rules'
import type { QuizBetRow } from '#party/protocol/quiz'
import { useNumbers } from '../../text/numbers'
import { type Column, DataTable } from '../data-table'
import { Hideable } from '../hidden-amounts'
import { Moment } from '../moment'

export interface ShownBet {
  readonly bet: QuizBetRow
  readonly title: string
  readonly status: BetStatus
  /** The log has the event's bets, including this bet. */
  readonly isCommitted: boolean
}

const SCALE = 6

export function QuizBets({ rows }: { readonly rows: readonly ShownBet[] }) {
  const { t } = useTranslation('quiz')
  const numbers = useNumbers()
  const money = (text: string) => <Hideable>{numbers.usdt(formatUnits(decodeAmount(text), SCALE))}</Hideable>
  const columns: readonly Column<ShownBet>[] = [
    {
      key: 'event',
      head: t('event'),
      isTitle: true,
      cell: ({ bet, title }) => (
        <Link to={`/quiz/${bet.eventId}`} className="hover:underline">
          {title}
        </Link>
      ),
    },
    { key: 'state', head: t('state'), isAside: true, cell: ({ status }) => t(`standing_${status}`) },
    { key: 'stake', head: t('stake'), isNumber: true, cell: ({ bet }) => money(bet.stake) },
    { key: 'paid', head: t('paid'), isNumber: true, cell: ({ bet }) => (bet.paid === null ? '—' : money(bet.paid)) },
    { key: 'at', head: t('time'), isWide: true, cell: ({ bet }) => <Moment at={bet.at} /> },
    {
      key: 'receipt',
      head: t('receipt'),
      cell: ({ bet, isCommitted }) =>
        bet.receiptId || isCommitted ? (
          <Link
            to={`/receipts/${bet.receiptId ?? betReceiptName(bet.eventId, bet.key)}`}
            title={bet.key}
            className="text-selected-text hover:underline"
          >
            {t(bet.receiptId ? 'receipt' : 'bet_check')}
          </Link>
        ) : (
          '—'
        ),
    },
  ]
  return <DataTable caption={t('own_bets')} columns={columns} rows={rows} keyOf={({ bet }) => String(bet.betNo)} />
}

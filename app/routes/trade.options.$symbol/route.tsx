// Options of one pair: price, chart with the visitor's running orders, ticket, orders. Server-rendered, then updated by
// two channels.

import { type ShouldRevalidateFunctionArgs, useActionData, useLoaderData } from '@remix-run/react'
import { useEffect, useMemo, useRef, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { type Amount, decodeAmount, formatUnits } from '#domain/money/amount'
import { OPTIONS_WALLET } from '#domain/options/terms'
import type { OptionRow } from '#party/protocol/options'
import { FeatureWords } from '../../components/feature-words'
import { HiddenAmounts } from '../../components/hidden-amounts'
import { optionResult, stateKey } from '../../components/options/options-list'
import { toast } from '../../components/toast'
import { SideTerminal } from '../../components/trade/side-terminal'
import { useAccount } from '../../live/account-channel'
import { isStaleLink } from '../../live/channel'
import { useQuotes } from '../../live/quotes-channel'
import { bySymbol } from '../../live/quotes-state'
import { isViewChange, keepUnanswered } from '../../site/revalidation'
import { useDayLine } from '../../components/sparkline'
import { useTerminalLayout } from '../../components/trade/use-terminal-layout'
import { useSite } from '../../site/site'
import { useNumbers } from '../../text/numbers'
import { OptionsChart } from './chart'
import type { action, loader } from './data.server'
import { OwnOptions } from './own'
import { ResultSheet } from './result-sheet'
import { Ticket } from './ticket'

export { action, loader } from './data.server'
export { clientAction } from '../../site/revalidation'
export { pageTitle as meta } from '../../text/title'

export const shouldRevalidate = (change: ShouldRevalidateFunctionArgs): boolean =>
  !isViewChange(change) && keepUnanswered(change)

export default function OptionsTrade() {
  const { pair, isHidden, texts } = useLoaderData<typeof loader>()
  return (
    <FeatureWords namespace="options" texts={texts}>
      <HiddenAmounts isHidden={isHidden}>
        <Terminal key={pair.symbol} />
      </HiddenAmounts>
    </FeatureWords>
  )
}

function Terminal() {
  const { pair, terms, pairs, closes, sketch, ticks, commandId, own, drawnAt, layout } = useLoaderData<typeof loader>()
  const answer = useActionData<typeof action>()
  const { live, ended, available, quotes, link, isStale } = useFacts()
  const { language } = useSite()
  const [{ isAsking }, changeLayout] = useTerminalLayout(layout)
  const quote = quotes.get(pair.symbol)
  const line = useDayLine(closes, quote)
  const [result, setResult] = useState<OptionRow | null>(null)
  const [again, setAgain] = useState<OptionRow | null>(null)
  useEndedNotices(ended, live.length === 0 ? setResult : null)
  return (
    <>
      <SideTerminal
        {...{ pair, pairs, quotes, link, isStale, commandId }}
        product="options"
        chart={
          <OptionsChart
            pair={pair}
            closes={line}
            sketch={sketch}
            price={quote?.price}
            at={quote?.at}
            change={quote?.change}
            ticks={ticks}
            rows={live.filter(({ symbol }) => symbol === pair.symbol)}
            ended={ended.filter(({ symbol }) => symbol === pair.symbol)}
            drawnAt={drawnAt}
          />
        }
        ticket={
          <Ticket
            facts={{ terms, language, available }}
            hasPrice={quote !== undefined && !quote.isStale}
            commandId={commandId}
            drawnAnswer={answer}
            again={again}
            next={live.find(({ symbol, dueAt }) => symbol === pair.symbol && dueAt !== null)}
            drawnAt={drawnAt}
            isAsking={isAsking}
            onAsking={(yes) => changeLayout({ isAsking: yes })}
          />
        }
        orders={
          <OwnOptions live={live} ended={ended} isGuest={own === null} today={own?.today ?? null} drawnAt={drawnAt} />
        }
      />
      {result && (
        <ResultSheet
          key={result.orderNo}
          row={result}
          onClose={() => setResult(null)}
          onAgain={() => {
            setAgain(result)
            setResult(null)
          }}
        />
      )}
    </>
  )
}

/** Account and prices: loader data, then live channel data. */
function useFacts() {
  const { terms, quotes: drawnQuotes, own, pair } = useLoaderData<typeof loader>()
  const { userId } = useSite()
  const { quotes: list, live: quotesLive } = useQuotes(drawnQuotes)
  const quotes = useMemo(() => bySymbol(list), [list])
  const { state } = useAccount(own ? userId : null)
  const live: readonly OptionRow[] = state?.options.live ?? own?.rows ?? NO_ROWS
  const available = useMemo((): Amount | null => {
    if (!own) return null
    const received = state?.balances.find((row) => row.wallet === OPTIONS_WALLET && row.assetId === terms.stake.id)
    return decodeAmount(state ? (received?.available ?? '0') : own.available)
  }, [own, state, terms.stake.id])
  const ended = useMemo(() => {
    const received = state?.options.ended ?? []
    const known = new Set(received.map(({ orderNo }) => orderNo))
    return [...received, ...(own?.ended ?? []).filter(({ orderNo }) => !known.has(orderNo))]
  }, [state, own])
  const quote = quotes.get(pair.symbol)
  const isStale = isStaleLink(quotesLive.link) || (quote?.isStale ?? false)
  return { live, ended, available, quotes, link: quotesLive.link, isStale }
}

const NO_ROWS: readonly OptionRow[] = []

/**
 * Announces each option that ends while the page is open: in the result sheet if `show` is given (no other option runs,
 * which it would cover), otherwise by a toast.
 */
function useEndedNotices(ended: readonly OptionRow[], show: ((row: OptionRow) => void) | null): void {
  const { t } = useTranslation('options')
  const numbers = useNumbers()
  const known = useRef<Set<number> | null>(null)
  useEffect(() => {
    const before = known.current
    known.current = new Set(ended.map(({ orderNo }) => orderNo))
    for (const row of ended) {
      if (!before || before.has(row.orderNo)) continue
      if (show && row.entrySteps !== null) {
        show(row)
        continue
      }
      const result = optionResult(row)
      const amount = numbers.result(formatUnits(result, 6))
      const pair = row.symbol.replace('-', '/')
      toast(t('ended_notice', { pair, outcome: t(stateKey(row)), amount }), { tone: result > 0n ? 'good' : 'plain' })
    }
    // oxlint-disable-next-line react/exhaustive-deps -- `show` changes with the running orders; only an ended order triggers
  }, [ended, numbers, t])
}

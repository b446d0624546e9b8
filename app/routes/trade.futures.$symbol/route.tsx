// Futures of one pair: price, chart with the visitor's lines, ticket, positions. Server-rendered, then updated by two
// channels.

import { type ShouldRevalidateFunctionArgs, useActionData, useLoaderData } from '@remix-run/react'
import { useMemo, useState } from 'react'
import { appraiseFutures } from '#domain/futures/appraisal'
import { ZERO } from '#domain/money/amount'
import { FeatureWords } from '../../components/feature-words'
import { HiddenAmounts } from '../../components/hidden-amounts'
import { RiskBar } from '../../components/futures/risk-bar'
import { SideTerminal } from '../../components/trade/side-terminal'
import type { FuturesFacts } from '../../forms/futures'
import type { DraggedStop } from '../../forms/futures-stops'
import { useOwnFacts } from '../../forms/use-own-facts'
import { isStaleLink } from '../../live/channel'
import { futuresHistory } from '../../live/futures-history'
import { isViewChange, keepUnanswered } from '../../site/revalidation'
import { useDayLine } from '../../components/sparkline'
import { useTerminalLayout } from '../../components/trade/use-terminal-layout'
import { FuturesChart } from './chart'
import type { action, loader } from './data.server'
import { DayFigures } from './day-figures'
import { OwnFutures } from './own'
import { Ticket } from './ticket'
import { WhatIf } from './what-if'

export { action, loader } from './data.server'
export { clientAction } from '../../site/revalidation'
export { pageTitle as meta } from '../../text/title'

export const shouldRevalidate = (change: ShouldRevalidateFunctionArgs): boolean =>
  !isViewChange(change) && keepUnanswered(change)

export default function FuturesTrade() {
  const { pair, isHidden, texts } = useLoaderData<typeof loader>()
  return (
    <FeatureWords namespace="futures" texts={texts}>
      <HiddenAmounts isHidden={isHidden}>
        <Terminal key={pair.symbol} />
      </HiddenAmounts>
    </FeatureWords>
  )
}

function Terminal() {
  const {
    pair,
    terms,
    pairs,
    closes,
    sketch,
    commandId,
    own: drawn,
    drawnAt,
    layout: drawnLayout,
  } = useLoaderData<typeof loader>()
  const answer = useActionData<typeof action>()
  const [{ isAsking, isChartOpen }, changeLayout] = useTerminalLayout(drawnLayout)
  const { facts, ended, quotes, link, isStale } = useFacts()
  const { live, prices, available, held } = facts
  const appraisal = useMemo(
    () => appraiseFutures(live, { available: available ?? ZERO, held }, prices),
    [live, available, held, prices],
  )
  const quote = quotes.get(pair.symbol)
  const line = useDayLine(closes, quote)
  const here = live.filter(({ symbol }) => symbol === pair.symbol)
  const [dragged, setDragged] = useState<DraggedStop | null>(null)
  return (
    <SideTerminal
      {...{ pair, pairs, quotes, link, isStale, commandId }}
      product="futures"
      figures={<DayFigures quote={quote} terms={terms} drawnAt={drawnAt} />}
      chart={
        <FuturesChart
          pair={pair}
          closes={line}
          sketch={sketch}
          price={quote?.price}
          at={quote?.at}
          change={quote?.change}
          rows={here}
          appraisal={appraisal}
          onDragged={setDragged}
          // A phone shows the ticket first, as on spot.
          open={[isChartOpen ?? false, (isOpen) => changeLayout({ isChartOpen: isOpen })]}
        />
      }
      ticket={
        <Ticket
          facts={facts}
          commandId={commandId}
          drawnAnswer={answer}
          drawnAt={drawnAt}
          isAsking={isAsking}
          onAsking={(yes) => changeLayout({ isAsking: yes })}
        />
      }
      orders={
        <>
          {drawn && <RiskBar appraisal={appraisal} quote={terms.quote} />}
          {drawn && <WhatIf facts={facts} quote={terms.quote} />}
          <OwnFutures
            facts={facts}
            isGuest={drawn === null}
            ended={ended}
            appraisal={appraisal}
            commandId={commandId}
            drawnAnswer={answer}
            dragged={dragged}
            onDropped={() => setDragged(null)}
          />
        </>
      }
    />
  )
}

/** Account and prices: loader data, then live channel data. */
function useFacts() {
  const { pair, terms, quotes: drawnQuotes, own: drawn } = useLoaderData<typeof loader>()
  const {
    facts: own,
    quotes,
    quotesLive,
    heard: received,
  } = useOwnFacts({ quote: terms.quote, quotes: drawnQuotes, own: drawn })
  const ended = useMemo(() => futuresHistory(received, drawn?.ended ?? [], pair.symbol), [received, drawn, pair.symbol])
  const quote = quotes.get(pair.symbol)
  const isStale = isStaleLink(quotesLive.link) || (quote?.isStale ?? false)
  const facts: FuturesFacts = {
    ...own,
    pair,
    terms,
    index: quote && !quote.isStale ? (own.prices.get(pair.symbol) ?? null) : null,
    isVerified: drawn?.isVerified ?? true,
  }
  return { facts, ended, quotes, link: quotesLive.link, isStale }
}

// Actions of the rows of own futures: cancel an order; close, reverse, protect a position and change its margin.

import { Link } from '@remix-run/react'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import type { FuturesRow } from '#party/protocol/futures'
import { ButtonLink, buttonClass } from '../components/button'
import { useAlive } from '../components/use-alive'
import type { OwnFacts } from './futures'
import { CloseSheet } from './futures-close'
import { type Forms, FuturesForm, useSheetForm } from './futures-forms'
import { MarginSheet } from './futures-margin'
import { ReverseSheet } from './futures-reverse'
import { StopsSheet } from './futures-stops'

const SMALL = `${buttonClass({ size: 'sm' })} lg:min-h-8 lg:px-2`

export function CancelOrder({ row, forms }: { readonly row: FuturesRow; readonly forms: Forms }) {
  const { t } = useTranslation('futures')
  return (
    <FuturesForm forms={forms} intent="cancel" row={row}>
      <button className={`${buttonClass({ size: 'sm', variant: 'remove' })} w-full lg:min-h-8 lg:w-auto lg:px-2`}>
        {t('cancel')}
      </button>
    </FuturesForm>
  )
}

interface PositionProps {
  readonly row: FuturesRow
  readonly facts: OwnFacts
  readonly forms: Forms
}

/** A copied position is closed by its trader; adoption is on the copy trading page. */
export function PositionEnd({ row, facts, forms }: PositionProps) {
  const { t } = useTranslation('futures')
  if (row.holder === null) return <PositionActions row={row} facts={facts} forms={forms} />
  return (
    <ButtonLink size="sm" to="/copy/mine" className="max-lg:w-full">
      {t('copied')}
    </ButtonLink>
  )
}

type Opened = 'close' | 'reverse' | 'stops' | 'margin' | null

/**
 * Closing stands alone, the rest folds behind it. Without scripts a position is closed whole; with them a sheet asks
 * how much, and sets stops and margin.
 */
function PositionActions({ row, facts, forms }: PositionProps) {
  const { t } = useTranslation('futures')
  const isAlive = useAlive()
  const [opened, setOpened] = useState<Opened>(null)
  const shut = () => setOpened(null)
  // An adopted copy position may hold parts of lots, which no order has.
  const canReverse = row.terms.lotParts === undefined
  const form = useSheetForm(forms, opened !== null, shut)
  const { direction, mode, leverage, positionNo } = row
  const more = new URLSearchParams({ direction, mode, leverage: String(leverage), add: String(positionNo) })
  return (
    <div className="relative lg:ml-auto lg:w-max">
      <FuturesForm
        forms={forms}
        intent="close"
        row={row}
        className="pr-13 lg:pr-10"
        onSubmit={(event) => {
          if (!isAlive) return
          event.preventDefault()
          setOpened('close')
        }}
      >
        <button
          aria-label={t('close_position', { order: row.positionNo })}
          className={`${buttonClass({ size: 'sm', variant: 'remove' })} w-full lg:min-h-8 lg:px-2`}
        >
          {t('close')}
        </button>
      </FuturesForm>
      <details>
        <summary
          aria-label={t('position_more', { order: positionNo })}
          title={t('position_more', { order: positionNo })}
          className={`${SMALL} absolute top-0 right-0 w-11 lg:w-8`}
        >
          …
        </summary>
        <div className="mt-1.5 grid grid-cols-2 gap-1.5 lg:grid-cols-1">
          <Link
            to={`/trade/futures/${row.symbol}?${more}`}
            aria-label={t('add_position', { order: positionNo })}
            className={SMALL}
            preventScrollReset
          >
            {t('add_more')}
          </Link>
          {isAlive && (
            <button type="button" className={SMALL} onClick={() => setOpened('stops')}>
              {t('set_stops')}
            </button>
          )}
          {isAlive && row.mode === 'isolated' && (
            <button type="button" className={SMALL} onClick={() => setOpened('margin')}>
              {t('change_margin')}
            </button>
          )}
          {canReverse && (
            <FuturesForm
              forms={forms}
              intent="reverse"
              row={row}
              onSubmit={(event) => {
                if (!isAlive) return
                event.preventDefault()
                setOpened('reverse')
              }}
            >
              <button aria-label={t('reverse_position', { order: row.positionNo })} className={`${SMALL} w-full`}>
                {t('reverse')}
              </button>
            </FuturesForm>
          )}
        </div>
      </details>
      <CloseSheet row={row} facts={facts} forms={forms} form={form} isOpen={opened === 'close'} onClose={shut} />
      <ReverseSheet row={row} facts={facts} forms={forms} form={form} isOpen={opened === 'reverse'} onClose={shut} />
      <StopsSheet
        key={`${row.takeProfit} ${row.stopLoss}`}
        row={row}
        facts={facts}
        forms={forms}
        form={form}
        isOpen={opened === 'stops'}
        onClose={shut}
      />
      <MarginSheet row={row} facts={facts} forms={forms} form={form} isOpen={opened === 'margin'} onClose={shut} />
    </div>
  )
}

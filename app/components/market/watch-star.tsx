// Watchlist star as a form, so it works without scripts; guests are sent to login.

import { useFetcher } from '@remix-run/react'
import { useEffect } from 'react'
import { useTranslation } from 'react-i18next'
import type { Asset } from '#domain/catalogue'
import type { WatchRow } from '#party/protocol/watchlist'
import { useTurnAway } from '../use-turn-away'
import { Icon } from '../icon'
import type { Answer } from '../../site/answer'
import { useSite } from '../../site/site'
import { toast } from '../toast'

type WatchAnswer = Answer<never>

interface WatchStarProps {
  /** The watch list stores assets, as in the API: a star belongs to the base asset of a pair. */
  readonly asset: Pick<Asset, 'id' | 'code'>
  readonly watches: readonly WatchRow[]
  readonly commandId: string
  /** Form target on pages other than the market list. */
  readonly action?: '/market'
  readonly size?: 'md' | 'sm'
}

const SIZES = { md: 'size-11', sm: 'h-11 w-9' }

export function WatchStar({ asset, watches, commandId, action, size = 'md' }: WatchStarProps) {
  const { t } = useTranslation('market')
  const { t: tIdentity } = useTranslation('identity')
  const { userId } = useSite()
  const turnAway = useTurnAway()
  const fetcher = useFetcher<WatchAnswer>()
  useWatchToast(fetcher.data)
  const watched = watches.find((row) => row.assetId === asset.id)
  const isOn = fetcher.formData ? fetcher.formData.get('id') === '0' : watched !== undefined
  return (
    <fetcher.Form
      method="post"
      {...(action && { action })}
      onSubmit={(event) => {
        if (userId !== null) return
        event.preventDefault()
        turnAway({ type: '999', message: tIdentity('please_log_in') })
      }}
    >
      <input type="hidden" name="commandId" value={commandId} />
      <input type="hidden" name="currency_id" value={asset.id} />
      <input type="hidden" name="id" value={watched?.id ?? 0} />
      <button
        aria-label={t(isOn ? 'watch_remove' : 'watch_add', { asset: asset.code })}
        aria-pressed={isOn}
        className={`grid ${SIZES[size]} place-items-center transition ${isOn ? 'text-brand-text' : 'text-muted hover:text-ink'}`}
      >
        <Icon name="star" className={size === 'md' ? 'size-4.5' : 'size-4'} isFilled={isOn} />
      </button>
    </fetcher.Form>
  )
}

/** Toast explaining why the watchlist did not change. */
function useWatchToast(answer: WatchAnswer | undefined): void {
  const { t: tShell } = useTranslation('shell')
  useEffect(() => {
    const words = answer?.isUnanswered ? tShell('unanswered') : answer?.problem?.text
    if (words) toast(words, { tone: 'bad' })
  }, [answer, tShell])
}

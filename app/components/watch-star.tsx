// A star that puts an asset on the watch list or takes it off. A form, so it works without scripts; a guest is led to the login.

import { useFetcher } from '@remix-run/react'
import type { WatchRow } from '#party/protocol/account'
import { useTurnAway } from '../shell/use-turn-away'
import type { ListedPair } from '../text/listed-pair'
import { useWords } from '../text/words'
import { Icon } from './icon'
import { useSite } from './site'

interface WatchStarProps {
  readonly pair: ListedPair
  readonly watches: readonly WatchRow[]
  readonly commandId: string
}

/** The list keeps assets, as the wire does: a star belongs to the base asset. */
export function WatchStar({ pair: { base }, watches, commandId }: WatchStarProps) {
  const say = useWords('market')
  const sayIdentity = useWords('identity')
  const { userId } = useSite()
  const turnAway = useTurnAway()
  const fetcher = useFetcher()
  const watched = watches.find((row) => row.assetId === base.id)
  const isOn = fetcher.formData ? fetcher.formData.get('watchId') === '0' : watched !== undefined
  return (
    <fetcher.Form
      method="post"
      onSubmit={(event) => {
        if (userId !== null) return
        event.preventDefault()
        turnAway({ type: '999', message: sayIdentity('please_log_in') })
      }}
    >
      <input type="hidden" name="commandId" value={commandId} />
      <input type="hidden" name="assetId" value={base.id} />
      <input type="hidden" name="watchId" value={watched?.id ?? 0} />
      <button
        aria-label={say(isOn ? 'watch_remove' : 'watch_add', { asset: base.code })}
        aria-pressed={isOn}
        className={`grid size-11 place-items-center transition ${isOn ? 'text-brand-text' : 'text-muted hover:text-ink'}`}
      >
        <Icon name="star" className="size-4.5" isFilled={isOn} />
      </button>
    </fetcher.Form>
  )
}

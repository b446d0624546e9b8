// The list of shortcuts, and the switch for those that are a single key. Loaded when it is asked for.

import { useState } from 'react'
import { Sheet } from '../components/sheet'
import { Switch } from '../components/switch'
import { useWords } from '../text/words'
import { GO_KEYS, areSingleKeysOn, turnSingleKeys } from './keys'
import { TABS } from './tabs'

export function KeysHelp({ isOpen, onClose }: { readonly isOpen: boolean; readonly onClose: () => void }) {
  const say = useWords('shell')
  const [areOn] = useState(areSingleKeysOn)
  const rows = [
    { keys: ['Ctrl K', '⌘ K', '/'], words: say('keys_search') },
    ...TABS.map((tab, index) => ({
      keys: [say('keys_then', { key: GO_KEYS[index]?.toUpperCase() ?? '' })],
      words: say('keys_go', { page: say(tab.word) }),
    })),
    { keys: ['?'], words: say('keys_help') },
  ]
  return (
    <Sheet isOpen={isOpen} onClose={onClose} title={say('keys_title')}>
      <dl className="text-sm">
        {rows.map(({ keys, words }) => (
          <div key={words} className="flex min-h-11 items-center justify-between gap-4 border-b border-line py-1">
            <dt>{words}</dt>
            <dd className="flex shrink-0 gap-1.5">
              {keys.map((key) => (
                <kbd key={key} className="rounded-md border border-line bg-raised px-2 py-0.5 font-sans text-xs">
                  {key}
                </kbd>
              ))}
            </dd>
          </div>
        ))}
      </dl>
      <div className="py-3">
        <Switch
          name="single-keys"
          label={say('keys_single')}
          defaultChecked={areOn}
          onChange={(event) => turnSingleKeys(event.target.checked ? 'on' : 'off')}
        />
      </div>
    </Sheet>
  )
}

// Keyboard shortcut list with the switch for single-key shortcuts. Loaded on demand.

import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { Sheet } from '../components/sheet'
import { Switch } from '../components/switch'
import { GO_KEYS, areSingleKeysOn, turnSingleKeys } from './keys'
import { TABS } from './tabs'

export function KeysHelp({ isOpen, onClose }: { readonly isOpen: boolean; readonly onClose: () => void }) {
  const { t } = useTranslation('shell')
  const [areOn] = useState(areSingleKeysOn)
  const rows = [
    { keys: ['Ctrl K', '⌘ K', '/'], words: t('keys_search') },
    ...TABS.map((tab, index) => ({
      keys: [t('keys_then', { key: GO_KEYS[index]?.toUpperCase() ?? '' })],
      words: t('keys_go', { page: t(tab.word) }),
    })),
    { keys: ['?'], words: t('keys_help') },
  ]
  return (
    <Sheet isOpen={isOpen} onClose={onClose} title={t('keys_title')}>
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
          label={t('keys_single')}
          defaultChecked={areOn}
          onChange={(event) => turnSingleKeys(event.target.checked ? 'on' : 'off')}
        />
      </div>
    </Sheet>
  )
}

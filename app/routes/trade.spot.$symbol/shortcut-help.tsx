// Shortcut list of the terminal, loaded on demand.

import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { Sheet } from '../../components/sheet'
import { Switch } from '../../components/switch'
import { areSingleKeysOn, turnSingleKeys } from '../../shell/keys'
import { SHORTCUTS } from './shortcuts'

export function ShortcutHelp({ isOpen, onClose }: { readonly isOpen: boolean; readonly onClose: () => void }) {
  const { t } = useTranslation('spot')
  const { t: tShell } = useTranslation('shell')
  const [areOn] = useState(areSingleKeysOn)
  const rows = [
    ...SHORTCUTS.map(({ key, name }) => ({ keys: key.toUpperCase(), words: t(`key_${name}`) })),
    { keys: '↑ ↓', words: t('key_tick') },
    { keys: 'Shift ↑ ↓', words: t('key_ten_ticks') },
    { keys: 'Esc', words: t('key_leave') },
    { keys: 'Ctrl K', words: tShell('keys_search') },
  ]
  return (
    <Sheet isOpen={isOpen} onClose={onClose} title={t('shortcuts')} size="sm">
      <dl className="grid gap-1 pb-3 text-sm">
        {rows.map(({ keys, words }) => (
          <div key={keys} className="flex min-h-9 items-center justify-between gap-4">
            <dt>{words}</dt>
            <dd>
              <kbd className="rounded-md border border-line bg-raised px-2 py-0.5 font-sans text-xs">{keys}</kbd>
            </dd>
          </div>
        ))}
      </dl>
      <Switch
        name="single-keys"
        label={tShell('keys_single')}
        defaultChecked={areOn}
        onChange={(event) => turnSingleKeys(event.target.checked ? 'on' : 'off')}
      />
    </Sheet>
  )
}

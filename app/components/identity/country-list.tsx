// The searchable list of countries, on cmdk: arrows move, Enter chooses, typing narrows. Loaded when a picker opens.

import { Command, CommandEmpty, CommandInput, CommandItem, CommandList } from 'cmdk'
import { useTranslation } from 'react-i18next'
import { matchArea } from '../../text/match'
import { Icon } from '../icon'

export interface Area {
  /** ISO 3166: "JP". */
  readonly country: string
  /** In the reader's language. */
  readonly name: string
  /** "81". */
  readonly callingCode: string
}

interface CountryListProps {
  readonly areas: readonly Area[]
  readonly chosen: string
  readonly onChoose: (area: Area) => void
}

export function CountryList({ areas, chosen, onChoose }: CountryListProps) {
  const { t } = useTranslation('ui')
  return (
    <Command label={t('country_choose')} filter={matchArea} defaultValue={chosen} loop className="grid gap-3">
      <div className="sticky -top-2 z-10 bg-surface py-1">
        <Icon name="search" className="absolute top-1/2 left-3 size-5 -translate-y-1/2 text-muted" />
        <CommandInput autoFocus placeholder={t('country_search')} className="field pl-10" />
      </div>
      <CommandList label={t('country_choose')} className="h-[50dvh] overflow-y-auto">
        <CommandEmpty className="py-10 text-center text-sm text-muted">{t('no_match')}</CommandEmpty>
        {areas.map((area) => (
          <CommandItem
            key={area.country}
            value={area.country}
            keywords={[area.name, area.callingCode]}
            onSelect={() => onChoose(area)}
            className="flex min-h-12 cursor-pointer items-center gap-3 rounded-lg px-3 py-2 text-sm data-[selected=true]:bg-raised"
          >
            <span className="min-w-0 flex-1">{area.name}</span>
            {area.country === chosen && <Icon name="check" className="size-5 text-selected-text" />}
            <span className="text-muted">+{area.callingCode}</span>
          </CommandItem>
        ))}
      </CommandList>
    </Command>
  )
}

// Language picker: the eight languages, each by its native name.

import { type Language, LANGUAGES, LANGUAGE_TAGS } from '#domain/language'
import { LANGUAGE_NAMES } from '../text/languages'
import { Icon } from './icon'

interface LanguagePickerProps {
  readonly label: string
  readonly name: string
  readonly defaultValue: Language
  readonly onChange?: (language: Language) => void
}

export function LanguagePicker({ label, name, defaultValue, onChange }: LanguagePickerProps) {
  return (
    <fieldset className="panel divide-y divide-line overflow-hidden">
      <legend className="sr-only">{label}</legend>
      {LANGUAGES.map((language) => (
        <label
          key={language}
          lang={LANGUAGE_TAGS[language]}
          className="relative flex min-h-12 items-center justify-between px-4 py-2 text-sm font-medium transition hover:bg-raised has-checked:text-selected-text has-focus-visible:outline-2 has-focus-visible:-outline-offset-2 has-focus-visible:outline-selected"
        >
          <input
            type="radio"
            name={name}
            value={language}
            defaultChecked={language === defaultValue}
            onChange={() => onChange?.(language)}
            className="peer absolute inset-0 size-full cursor-pointer opacity-0"
          />
          {LANGUAGE_NAMES[language]}
          <Icon name="check" className="invisible size-5 peer-checked:visible" />
        </label>
      ))}
    </fieldset>
  )
}

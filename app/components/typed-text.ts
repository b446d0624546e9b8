// What an input holds after a key: its digits grouped, the caret where the hand is.

import type { FormEvent } from 'react'
import type { Language } from '#domain/language'
import { retypeAmount } from '../text/typed-amount'

export function typedText(event: FormEvent<HTMLInputElement>, before: string, language: Language): string {
  const input = event.currentTarget
  // A word that is still being composed is the keyboard's, not ours.
  if ('isComposing' in event.nativeEvent && event.nativeEvent.isComposing) return input.value
  const caret = input.selectionStart ?? input.value.length
  const typed = retypeAmount({ before, text: input.value, caret }, language)
  if (typed.text !== input.value) {
    // Written here first, so that React finds nothing to change and leaves the caret alone.
    input.value = typed.text
    input.setSelectionRange(typed.caret, typed.caret)
  }
  return typed.text
}

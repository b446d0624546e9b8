// Message field of a conversation: one line that grows. Enter sends; Shift and Enter begin a line.

import type { KeyboardEvent, RefObject, TextareaHTMLAttributes } from 'react'

interface ComposerFieldProps extends TextareaHTMLAttributes<HTMLTextAreaElement> {
  readonly label: string
  /** Value of the button that sends. */
  readonly intent: string
  readonly field?: RefObject<HTMLTextAreaElement>
}

export function ComposerField({ label, intent, field, ...area }: ComposerFieldProps) {
  const sendByEnter = (event: KeyboardEvent<HTMLTextAreaElement>) => {
    // Enter that ends the entry of a Japanese or Chinese word does not send.
    if (event.key !== 'Enter' || event.shiftKey || event.nativeEvent.isComposing) return
    event.preventDefault()
    const { form } = event.currentTarget
    form?.requestSubmit(form.querySelector<HTMLButtonElement>(`button[value="${intent}"]`))
  }
  return (
    <textarea
      {...area}
      ref={field}
      name="text"
      rows={1}
      aria-label={label}
      placeholder={label}
      enterKeyHint="send"
      onKeyDown={sendByEnter}
      className="field composer-field block min-w-0 flex-1"
    />
  )
}

import { expect, test } from 'vitest'
import { commandIdOf, readPageId } from '../../app/forms/command-id.server'

function formOf(fields: Readonly<Record<string, string>>): FormData {
  const form = new FormData()
  for (const [name, text] of Object.entries(fields)) form.set(name, text)
  return form
}

test('Alice presses twice and asks for one command; with another amount on the same page she asks for another', () => {
  const first = commandIdOf(formOf({ commandId: 'drawn', amount: '10' }))
  expect(commandIdOf(formOf({ commandId: 'drawn', amount: '10' }))).toBe(first)
  expect(commandIdOf(formOf({ commandId: 'drawn', amount: '11' }))).not.toBe(first)
  expect(commandIdOf(formOf({ commandId: 'another', amount: '10' }))).not.toBe(first)
})

test('A form without an id is a command of its own each time', () => {
  expect(commandIdOf(formOf({ amount: '10' }))).not.toBe(commandIdOf(formOf({ amount: '10' })))
})

test('An id that no page gives is refused by its name', () => {
  const statusOf = (commandId: string) => {
    try {
      readPageId(formOf({ commandId }))
      return null
    } catch (answer) {
      return answer instanceof Response ? answer.status : answer
    }
  }
  expect(['drawn', 'two words', 'x'.repeat(61)].map(statusOf)).toEqual([null, 400, 400])
})

/**
 * The words that the search knows. Chinese has no identities, so every two neighbouring characters are a word.
 * The function also runs in the browser, so it uses nothing from outside.
 */
export function words(text: string): string[] {
  const runs = text.match(/\p{Script=Han}+|[^\p{Script=Han}\p{P}\p{Z}\s=+<>|`~^$]+/gu) ?? []
  return runs.flatMap(run => {
    const characters = [...run]
    return /\p{Script=Han}/u.test(run) && characters.length > 2 ? characters.slice(1).map((next, i) => characters[i] + next) : run
  })
}

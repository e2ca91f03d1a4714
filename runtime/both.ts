import { Effect, Either } from "effect";
import { InputError } from "../plugins/contract/mod.ts";

/** Two looks at what a user gave, one after the other; where both find inputs wrong, both are told. */
export function both<A, E1, R1, B, E2, R2>(
  first: Effect.Effect<A, E1, R1>,
  second: Effect.Effect<B, E2, R2>,
): Effect.Effect<readonly [A, B], E1 | E2 | InputError, R1 | R2> {
  const looks = Effect.all([Effect.either(first), Effect.either(second)]);
  return Effect.flatMap(looks, ([one, other]): Either.Either<readonly [A, B], E1 | E2 | InputError> => {
    if (Either.isRight(one)) return Either.map(other, (found) => [one.right, found] as const);
    const [wrong, too] = [one.left, Either.isLeft(other) ? other.left : null];
    if (!(wrong instanceof InputError && too instanceof InputError)) return Either.left(wrong);
    return Either.left(new InputError({ message: `${wrong.message}\n${too.message}` }));
  });
}

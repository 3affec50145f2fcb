import { z } from 'zod';

/** Returns the schema with unknown keys refused, because the service must return nothing beyond the contract. */
export function toStrict(schema: z.ZodType): z.ZodType {
  if (schema instanceof z.ZodObject) {
    const shape = Object.entries(schema.shape).map(([key, field]) => [key, toStrict(field as z.ZodType)]);
    return z.strictObject(Object.fromEntries(shape) as z.ZodRawShape);
  }
  if (schema instanceof z.ZodArray) return z.array(toStrict(schema.element as z.ZodType));
  if (schema instanceof z.ZodNullable) return toStrict(schema.unwrap() as z.ZodType).nullable();
  if (schema instanceof z.ZodOptional) return toStrict(schema.unwrap() as z.ZodType).optional();
  if (schema instanceof z.ZodUnion) return z.union(schema.options.map((option) => toStrict(option as z.ZodType)));
  return schema;
}

import type { Pagination } from '#contract/envelope.ts';

export interface PageQuery {
  readonly page: number;
  readonly per_page: number;
}

export function getPageOffset({ page, per_page }: PageQuery): number {
  return (page - 1) * per_page;
}

export function toPagination({ page, per_page }: PageQuery, total: number): Pagination {
  return { current_page: page, per_page, total, last_page: Math.max(1, Math.ceil(total / per_page)) };
}

import { isJsonObject, type Json, type JsonObject } from "../../base/json.ts";
import { type Analysis, AnalysisFault } from "./analysis.ts";
import { forecast } from "./forecast.ts";
import { quantileOfNormal } from "./normal.ts";
import { dateIn, rowsOf } from "./records.ts";
import { momentsOf, slopeOf, trendOf } from "./statistics.ts";
import { directionOf } from "./trends.ts";
import { countWords, numberIn, percentWords, rounded, shareOf } from "./words.ts";

/** Names of columns by what they hold, without spaces. */
const COLUMNS: Readonly<Record<string, readonly string[]>> = {
  date: ["date", "day", "orderdate", "order_date", "날짜", "일자", "주문일", "판매일"],
  product: [
    "product",
    "item",
    "sku",
    "name",
    "상품",
    "상품명",
    "제품",
    "제품명",
    "품목",
    "product_id",
  ],
  quantity: ["quantity", "qty", "units", "sold", "수량", "판매량", "판매수량"],
  amount: ["amount", "sales", "revenue", "total", "매출", "금액", "매출액", "판매금액"],
  price: ["price", "unit_price", "단가", "가격"],
  customer: ["customer", "customer_id", "client", "고객", "고객id", "고객번호", "회원"],
  stock: ["stock", "on_hand", "inventory", "재고", "재고량", "현재고"],
  demand: ["daily_demand", "demand", "daily_sales", "일판매량", "일수요", "하루판매량"],
  deviation: ["demand_sd", "sd", "표준편차"],
  lead_time: ["lead_time", "leadtime", "lead_time_days", "리드타임", "조달기간"],
  order_cost: ["order_cost", "주문비용"],
  holding_cost: ["holding_cost", "보관비용"],
};

type Row = Readonly<Record<string, Json>>;

/** The rows of a table under the names of `COLUMNS`. */
function tableIn(value: Json | undefined): readonly Row[] {
  return rowsOf(value ?? null)
    .filter(isJsonObject)
    .map((row) => {
      const plain = new Map(
        Object.entries(row).map(([name, cell]) => [
          name.toLowerCase().replace(/[\s\ufeff]/g, ""),
          cell,
        ]),
      );
      return Object.fromEntries(
        Object.entries(COLUMNS).flatMap(([column, names]) => {
          const name = names.find((each) => plain.has(each));
          return name === undefined ? [] : [[column, plain.get(name) ?? null]];
        }),
      );
    });
}

function numberOf(value: Json | undefined): number | undefined {
  if (value === undefined || value === null || value === "") return undefined;
  const number =
    typeof value === "number" ? value : Number.parseFloat(String(value).replace(/[,원₩$\s]/g, ""));
  return Number.isFinite(number) ? number : undefined;
}

function amountOf(row: Row): number {
  return (
    numberOf(row["amount"]) ?? (numberOf(row["price"]) ?? 1) * (numberOf(row["quantity"]) ?? 1)
  );
}

const DAY_MS = 86_400_000;

/** Sales by day with trend, weekdays, a forecast with its bounds, products by ABC and customers by cohort. */
export const analyseSales: Analysis = ({ input }) => {
  const rows = tableIn(input["rows"]).filter(
    (row) => dateIn(String(row["date"] ?? "")) !== undefined,
  );
  if (rows.length < 2) throw new AnalysisFault("no-data", NO_SALES);
  const days = dailyOf(rows);
  const values = days.map(({ amount }) => amount);
  const ahead = numberIn(input, "forecast_days", 30);
  const last = days.at(-1)?.day ?? "";
  const told = forecast(values, ahead, 7);
  const points = told.points.map((point, index) => ({
    day: dayAfter(last, index + 1),
    ...roundedPoint(point),
  }));
  const z = trendOf(values);
  const trend = {
    slope_per_day: rounded(slopeOf(values.slice(-365)), 2),
    z: rounded(z, 2),
    direction: directionOf(z),
  };
  const total = values.reduce((sum, each) => sum + each, 0);
  const months = monthsOf(days);
  const abc = abcOf(rows);
  const soon = points.reduce((sum, { mean }) => sum + mean, 0);
  const output = {
    total: rounded(total, 2),
    days: days.length,
    from: days[0]?.day ?? "",
    to: last,
    trend,
    season: weekdaysOf(days),
    months,
    forecast: { method: told.method, mase: told.mase === null ? null : rounded(told.mase), points },
    abc,
    cohorts: cohortsOf(rows),
  };
  return {
    output: output as unknown as JsonObject, // JSON values alone
    words: {
      ko: `매출 합계 ${countWords(total)} (${output.from}~${last}), 추세 ${{ rising: "상승", falling: "하락", steady: "보합" }[trend.direction]}. 앞으로 ${ahead}일 예측 ${countWords(soon)}. A등급 상품 ${abc.filter(({ grade }) => grade === "A").length}개.`,
      en: `Sales of ${countWords(total)} in all (${output.from} to ${last}), ${trend.direction}. Forecast for ${ahead} days: ${countWords(soon)}. ${abc.filter(({ grade }) => grade === "A").length} products of grade A.`,
    },
  };
};

function roundedPoint(point: ReturnType<typeof forecast>["points"][number]) {
  const { mean, low80, high80, low95, high95 } = point;
  return {
    mean: rounded(mean, 2),
    low80: rounded(low80, 2),
    high80: rounded(high80, 2),
    low95: rounded(low95, 2),
    high95: rounded(high95, 2),
  };
}

interface Day {
  readonly day: string;
  readonly amount: number;
}

/** Every day from the first to the last, also those without sales. */
function dailyOf(rows: readonly Row[]): readonly Day[] {
  const sums = new Map<string, number>();
  for (const row of rows) {
    const day = dateIn(String(row["date"])) ?? "";
    sums.set(day, (sums.get(day) ?? 0) + amountOf(row));
  }
  const known = [...sums.keys()].sort();
  const [first = ""] = known;
  const count = Math.round((Date.parse(known.at(-1) ?? "") - Date.parse(first)) / DAY_MS) + 1;
  return Array.from({ length: Math.min(count, 3660) }, (_each, index) => {
    const day = dayAfter(first, index);
    return { day, amount: sums.get(day) ?? 0 };
  });
}

function dayAfter(day: string, count: number): string {
  return new Date(Date.parse(day) + count * DAY_MS).toISOString().slice(0, 10);
}

/** How much of the mean day each weekday sells, from Sunday. */
function weekdaysOf(days: readonly Day[]): JsonObject {
  const mean = momentsOf(days.map(({ amount }) => amount)).mean;
  const names = ["sun", "mon", "tue", "wed", "thu", "fri", "sat"];
  return Object.fromEntries(
    names.map((name, weekday) => {
      const own = days
        .filter(({ day }) => new Date(day).getUTCDay() === weekday)
        .map(({ amount }) => amount);
      return [name, shareOf(momentsOf(own).mean, mean)];
    }),
  );
}

function monthsOf(days: readonly Day[]): readonly JsonObject[] {
  const sums = new Map<string, number>();
  for (const { day, amount } of days)
    sums.set(day.slice(0, 7), (sums.get(day.slice(0, 7)) ?? 0) + amount);
  const months = [...sums];
  return months.map(([month, amount], index) => {
    const before = months[index - 1]?.[1];
    return {
      month,
      amount: rounded(amount, 2),
      change: before === undefined || before === 0 ? null : rounded(amount / before - 1),
    };
  });
}

/** Products by their part of the sales: A up to 80 %, B up to 95 %, C the rest. */
function abcOf(rows: readonly Row[]): readonly {
  readonly product: string;
  readonly amount: number;
  readonly share: number;
  readonly grade: "A" | "B" | "C";
}[] {
  const sums = new Map<string, number>();
  for (const row of rows)
    if (row["product"] !== undefined)
      sums.set(String(row["product"]), (sums.get(String(row["product"])) ?? 0) + amountOf(row));
  const total = [...sums.values()].reduce((sum, each) => sum + each, 0);
  let before = 0;
  return [...sums]
    .sort((left, right) => right[1] - left[1])
    .slice(0, 1000)
    .map(([product, amount]) => {
      const grade = before < 0.8 * total ? "A" : before < 0.95 * total ? "B" : "C";
      before += amount;
      return { product, amount: rounded(amount, 2), share: shareOf(amount, total), grade } as const;
    });
}

/** Customers by the month of their first order: which part of them ordered again so many months later. */
function cohortsOf(rows: readonly Row[]): readonly JsonObject[] {
  const orders = rows.flatMap((row) =>
    row["customer"] === undefined
      ? []
      : [
          {
            customer: String(row["customer"]),
            month: (dateIn(String(row["date"])) ?? "").slice(0, 7),
          },
        ],
  );
  const first = new Map<string, string>();
  for (const { customer, month } of orders)
    if ((first.get(customer) ?? "9") > month) first.set(customer, month);
  const months = [...new Set(orders.map(({ month }) => month))].sort();
  return months.flatMap((month, start) => {
    const members = new Set(
      [...first].filter(([, own]) => own === month).map(([customer]) => customer),
    );
    if (members.size === 0) return [];
    const retention = months
      .slice(start)
      .map((later) =>
        shareOf(
          new Set(
            orders
              .filter((order) => order.month === later && members.has(order.customer))
              .map(({ customer }) => customer),
          ).size,
          members.size,
        ),
      );
    return [{ month, customers: members.size, retention }];
  });
}

/** Stock beside demand: safety stock, reorder point, days of cover, turnover, and the quantity to order where costs are known. */
export const analyseInventory: Analysis = ({ input }) => {
  const rows = tableIn(input["rows"]);
  const sales = tableIn(input["sales_rows"]);
  const service = numberIn(input, "service_level", 0.95);
  const lead = numberIn(input, "lead_time_days", 7);
  const items = rows.flatMap((row) => {
    const stock = numberOf(row["stock"]);
    return stock === undefined || row["product"] === undefined
      ? []
      : [itemOf(row, stock, sales, { service, lead })];
  });
  if (items.length === 0) throw new AnalysisFault("no-data", NO_STOCK);
  const order: Readonly<Record<string, number>> = { out: 0, reorder: 1, ok: 2, excess: 3 };
  items.sort((left, right) => (order[left.status] ?? 9) - (order[right.status] ?? 9));
  const low = items.filter(({ status }) => status === "out" || status === "reorder");
  const names = low
    .slice(0, 5)
    .map(({ product }) => product)
    .join(", ");
  return {
    output: { service_level: service, items } as unknown as JsonObject, // JSON values alone
    words: {
      ko:
        low.length === 0
          ? `상품 ${items.length}개 모두 재고가 충분해요.`
          : `상품 ${items.length}개 가운데 ${low.length}개를 주문할 때예요: ${names}.`,
      en:
        low.length === 0
          ? `All ${items.length} products have enough stock.`
          : `${low.length} of ${items.length} products are to be ordered: ${names}.`,
    },
  };
};

function itemOf(
  row: Row,
  stock: number,
  sales: readonly Row[],
  options: { readonly service: number; readonly lead: number },
) {
  const product = String(row["product"]);
  const days = sales
    .filter(
      (sale) => sale["product"] === row["product"] && dateIn(String(sale["date"])) !== undefined,
    )
    .map((sale) => ({ ...sale, amount: numberOf(sale["quantity"]) ?? 1 }));
  const sold = momentsOf(days.length === 0 ? [] : dailyOf(days).map(({ amount }) => amount));
  const demand = numberOf(row["demand"]) ?? sold.mean;
  const deviation = numberOf(row["deviation"]) ?? (sold.deviation || Math.sqrt(demand));
  const lead = numberOf(row["lead_time"]) ?? options.lead;
  const safety = quantileOfNormal(options.service) * deviation * Math.sqrt(lead);
  const reorder = demand * lead + safety;
  const [orderCost, holdingCost] = [numberOf(row["order_cost"]), numberOf(row["holding_cost"])];
  const hasCosts = orderCost !== undefined && holdingCost !== undefined && holdingCost > 0;
  return {
    product,
    stock,
    daily_demand: rounded(demand, 2),
    safety_stock: rounded(safety, 2),
    reorder_point: rounded(reorder, 2),
    days_of_cover: demand === 0 ? null : rounded(stock / demand, 1),
    turnover: stock === 0 ? null : rounded((demand * 365) / stock, 2),
    order_quantity: hasCosts
      ? rounded(Math.sqrt((2 * demand * 365 * orderCost) / holdingCost), 1)
      : rounded(Math.max(0, reorder + demand * lead - stock), 1),
    status: statusOf(stock, reorder, demand),
  };
}

function statusOf(
  stock: number,
  reorder: number,
  demand: number,
): "out" | "reorder" | "ok" | "excess" {
  if (stock <= 0) return "out";
  if (stock <= reorder) return "reorder";
  return demand > 0 && stock / demand > 180 ? "excess" : "ok";
}

/** Key figures of any table: counts, sums and means of its numbers, the commonest of its words, and the course over days. */
export const makeDashboard: Analysis = ({ input }) => {
  const rows = rowsOf(input["rows"] ?? null).filter(isJsonObject);
  const [head] = rows;
  if (head === undefined) throw new AnalysisFault("no-data", NO_TABLE);
  const names = Object.keys(head);
  const day = names.find((name) => dateIn(String(head[name])) !== undefined);
  const numbers = names.filter(
    (name) => name !== day && rows.slice(0, 100).every((row) => numberOf(row[name]) !== undefined),
  );
  const figures = numbers.slice(0, 12).map((name) => {
    const values = rows.flatMap((row) => numberOf(row[name]) ?? []);
    const { mean, deviation } = momentsOf(values);
    return {
      name,
      count: values.length,
      sum: rounded(mean * values.length, 2),
      mean: rounded(mean, 2),
      deviation: rounded(deviation, 2),
      minimum: values.reduce((least, each) => Math.min(least, each), Number.POSITIVE_INFINITY),
      maximum: values.reduce((most, each) => Math.max(most, each), Number.NEGATIVE_INFINITY),
    };
  });
  const course = day === undefined ? [] : courseOf(rows, day, numbers[0]);
  const words = figures
    .slice(0, 4)
    .map(({ name, sum, mean }) => `${name}: Σ ${countWords(sum)}, ⌀ ${mean}`)
    .join(" · ");
  const change =
    course.length < 2
      ? ""
      : ` (${percentWords(shareOf(numberIn(course.at(-1), "value"), numberIn(course.at(-2), "value")) - 1)})`;
  return {
    output: { rows: rows.length, figures, course } as unknown as JsonObject, // JSON values alone
    words: {
      ko: `${countWords(rows.length)}행${change}. ${words}`,
      en: `${countWords(rows.length)} rows${change}. ${words}`,
    },
  };
};

/** The sum of a column, or the number of rows, by month. */
function courseOf(
  rows: readonly JsonObject[],
  day: string,
  name: string | undefined,
): readonly JsonObject[] {
  const sums = new Map<string, number>();
  for (const row of rows) {
    const month = dateIn(String(row[day]))?.slice(0, 7);
    if (month !== undefined)
      sums.set(
        month,
        (sums.get(month) ?? 0) + (name === undefined ? 1 : (numberOf(row[name]) ?? 0)),
      );
  }
  return [...sums]
    .sort(([left], [right]) => (left < right ? -1 : 1))
    .map(([month, value]) => ({ month, value: rounded(value, 2) }));
}

const NO_SALES = {
  ko: "날짜(date, 날짜)와 금액(amount, 매출) 또는 수량(quantity, 수량) 열이 있는 표가 필요해요.",
  en: "A table is needed with a column of days (date) and one of amounts (amount, sales) or quantities (quantity).",
};

const NO_STOCK = {
  ko: "상품(product, 상품명)과 재고(stock, 재고) 열이 있는 표가 필요해요.",
  en: "A table is needed with the columns product and stock.",
};

const NO_TABLE = {
  ko: "열 이름이 있는 표가 필요해요.",
  en: "A table with names of columns is needed.",
};

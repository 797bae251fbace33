// Creates the ECharts options for a chart of a document (Chart.java). Runs in pages, and in Rhino to
// create pictures. colors: map from the names of page.css to colours. room: width of the chart and size of
// its labels, in pixels.
'use strict';

const brokerbench = (function () {
  const MOST_SYMBOLS = 40;
  const DOT_DISTANCE = 12;
  const WIDEST_LABEL = 160;
  const MOST_LINES = 3;
  const MOST_DECIMALS = 9;
  // Labels of values, next to the place of the names.
  const VALUE_LABELS = 100;
  const LOWEST = 300;
  // Widths of DejaVu Sans, one of the widest fonts that "sans-serif" may be, in thousandths of its size,
  // from the blank to the tilde; others are as wide as a digit, those of East Asia as the size.
  const WIDTHS = [
    318, 401, 460, 838, 636, 950, 780, 275, 390, 390, 500, 838, 318, 361, 318, 337, 636, 636, 636, 636, 636, 636, 636,
    636, 636, 636, 337, 337, 838, 838, 838, 531, 1000, 684, 686, 698, 770, 632, 575, 775, 752, 295, 295, 656, 557, 863,
    748, 787, 603, 787, 695, 635, 611, 732, 684, 989, 685, 611, 685, 390, 337, 390, 838, 500, 500, 613, 635, 550, 635,
    615, 352, 635, 634, 278, 278, 579, 278, 974, 634, 612, 635, 635, 411, 521, 392, 634, 592, 818, 592, 592, 525, 636,
    337, 636, 838,
  ];
  const DIGIT = 636;
  const BOLD = 1.13;

  /** Three digits, of numbers from 0.1 to 1 two. */
  function digits(value) {
    const size = Math.abs(value);
    const small = Math.min(MOST_DECIMALS, 2 - Math.floor(Math.log10(size)));
    return value.toFixed(size >= 100 || size === 0 ? 0 : size >= 10 ? 1 : size >= 0.1 ? 2 : small);
  }

  function grouped(value) {
    const parts = digits(value).split('.');
    parts[0] = parts[0].replace(/\B(?=(\d{3})+$)/g, ',');
    const places = parts.length > 1 ? parts[1].replace(/0+$/, '') : '';
    return places === '' ? parts[0] : parts[0] + '.' + places;
  }

  function scaled(value, base, units) {
    let unit = 0;
    let rest = value;
    while (Math.abs(rest) >= base && unit < units.length - 1) {
      rest /= base;
      unit++;
    }
    return grouped(rest) + ' ' + units[unit];
  }

  function percentile(value) {
    if (value <= 1) {
      return '0 %';
    }
    const nines = Math.max(0, Math.ceil(Math.log10(value)) - 2);
    return (100 * (1 - 1 / value)).toFixed(Math.min(nines, 6)) + ' %';
  }

  /** A value with its unit. */
  function text(value, unit) {
    switch (unit) {
      case 'NANOS':
        return value < 1e9
          ? scaled(value, 1000, ['ns', 'µs', 'ms'])
          : grouped(value / 1e9) + ' s';
      case 'BYTES':
        return scaled(value, 1024, ['B', 'KiB', 'MiB', 'GiB', 'TiB']);
      case 'BYTES_PER_SECOND':
        return scaled(value, 1024, ['B/s', 'KiB/s', 'MiB/s', 'GiB/s']);
      case 'PER_SECOND':
        return grouped(value) + '/s';
      case 'MILLIS':
        return grouped(value) + ' ms';
      case 'SECONDS':
        return grouped(value) + ' s';
      case 'INSTANT':
        return new Date(value).toISOString().slice(0, 16).replace('T', ' ');
      case 'SHARE':
        return grouped(100 * value) + ' %';
      case 'PERCENTILE':
        return percentile(value);
      default:
        return grouped(value);
    }
  }

  /** The width of words at a font size, no less than that of any common font. */
  function widthOf(words, size, bold) {
    const sum = words.split('').reduce(function (all, sign) {
      const code = sign.charCodeAt(0);
      return all + (code >= 0x2e80 ? 1000 : WIDTHS[code - 32] || DIGIT);
    }, 0);
    return (sum / 1000) * size * (bold ? BOLD : 1);
  }

  /** Words in lines of a width; a word is never broken. */
  function lines(words, width, size, bold) {
    return words.split(' ').reduce(function (all, word) {
      const last = all.length - 1;
      if (last >= 0 && widthOf(all[last] + ' ' + word, size, bold) <= width) {
        all[last] += ' ' + word;
      } else {
        all.push(word);
      }
      return all;
    }, []);
  }

  /** The width of the label of a category: of its place along the axis, or to the left of the chart. */
  function labelWidth(categories, flat, room) {
    return flat ? room.width * 0.4 : Math.min((room.width - VALUE_LABELS) / categories.length - 8, WIDEST_LABEL);
  }

  /** Whether categories stand one below the other, because their labels do not fit side by side. */
  function isFlat(chart, room) {
    if (chart.x.unit !== 'CATEGORY') {
      return false;
    }
    const width = labelWidth(chart.x.categories, false, room);
    return chart.x.categories.some((name) => {
      const wrapped = lines(name, width, room.font, false);
      return wrapped.length > MOST_LINES || wrapped.some((line) => widthOf(line, room.font, false) > width);
    });
  }

  function dotDistance(flat) {
    return flat ? 9 : DOT_DISTANCE;
  }

  /** The height of a chart in pixels, without a title: categories below each other need their room. */
  function height(chart, room) {
    if (!isFlat(chart, room)) {
      return LOWEST;
    }
    const width = labelWidth(chart.x.categories, true, room);
    const aside = chart.series.filter((series) => series.kind === 'POINT' || series.kind === 'BAR').length;
    const least = Math.max(room.font * 1.8, aside * dotDistance(true) + 8);
    const most = chart.x.categories.reduce(
      (rows, name) => Math.max(rows, lines(name, width, room.font, false).length), 1);
    return 90 + chart.x.categories.length * Math.max(least, most * room.font * 1.25 + 6);
  }

  /** The colour of a series; figures from elsewhere have that of texts. */
  function color(chart, index, colors) {
    const elsewhere = (series) => series.kind === 'DASHED' || series.kind === 'HOLLOW';
    const before = chart.series.slice(0, index).filter(elsewhere).length;
    return elsewhere(chart.series[index])
      ? colors.text
      : colors.series[(index - before) % colors.series.length];
  }

  /** The ends of an axis, moved outward to ticks that ECharts chooses for it, with a tick at 1 if the axis is short. */
  function atTicks(ends) {
    const wanted = (ends.max - ends.min) / 5;
    const power = Math.pow(10, Math.floor(Math.log10(wanted)));
    const part = wanted / power;
    if (part >= 2.5 && part < 4) {
      // Ticks at a distance of 3 would skip 1; a longer axis has a distance of 5.
      return { min: ends.min, max: ends.max + wanted };
    }
    const distance = power * (part < 1.5 ? 1 : part < 2.5 ? 2 : part < 7 ? 5 : 10);
    const tick = (number) => Number((distance * number).toPrecision(12));
    return {
      min: tick(Math.floor(ends.min / distance + 1e-9)),
      max: tick(Math.ceil(ends.max / distance - 1e-9)),
    };
  }

  /** The ends of an axis of ratios; ticks of a logarithmic one are powers of 2. */
  function ratios(range, log) {
    let ends = { min: Math.min(range.min, 0.95), max: Math.max(range.max, 1.05) };
    if (log) {
      return {
        min: Math.pow(2, Math.floor(Math.log2(ends.min))),
        max: Math.pow(2, Math.ceil(Math.log2(ends.max))),
      };
    }
    let steps = 9; // A longer axis may have other ticks.
    while (steps > 0) {
      ends = atTicks(ends);
      steps--;
    }
    return ends;
  }

  /** Linear axes start at 0, logarithmic ones at the data; the range of a ratio includes 1. */
  function end(described, values, which) {
    if (described.unit === 'RATIO') {
      return (range) => ratios(range, described.log)[which];
    }
    if (described.log || described.fitted || described.unit === 'CATEGORY') {
      return undefined;
    }
    const begins = values || described.unit === 'SECONDS' ? 0 : 'dataMin';
    return { min: begins, max: values ? undefined : 'dataMax' }[which];
  }

  /** values: whether it is the axis of the figures. flat: whether that one is horizontal. */
  function axis(described, values, flat, colors, room) {
    const named = described.unit === 'CATEGORY';
    const upright = values !== flat;
    const above = upright ? 'left' : 'center';
    const time = described.unit === 'INSTANT';
    return {
      type: named ? 'category' : time ? 'time' : described.log ? 'log' : 'value',
      scale: described.fitted,
      // Ratios, numbers of threads and the like are doubled; percentiles have a tenth of the messages left at each step.
      logBase: described.unit === 'RATIO' || (!values && described.unit !== 'PERCENTILE') ? 2 : 10,
      data: named ? described.categories : undefined,
      // The first name is at the top.
      inverse: named && flat,
      name: described.name,
      nameLocation: !upright ? 'middle' : named ? 'start' : 'end',
      nameGap: upright ? 12 : 28,
      nameTextStyle: { color: colors.muted, fontSize: room.font, align: named && flat ? 'right' : above },
      min: end(described, values, 'min'),
      max: end(described, values, 'max'),
      axisLine: { show: true, lineStyle: { color: colors.line } },
      axisTick: { lineStyle: { color: colors.line } },
      splitLine: { show: values || (named && flat), lineStyle: { color: colors.grid } },
      axisLabel: {
        color: colors.muted,
        fontSize: room.font,
        hideOverlap: !named,
        interval: named ? 0 : undefined,
        lineHeight: named ? Math.round(room.font * 1.2) : undefined,
        formatter: time
          ? { day: '{MMM} {d}' }
          : named
            ? (name) => lines(name, labelWidth(described.categories, flat, room), room.font, false).join('\n')
            : (value) => text(value, described.unit),
      },
      axisPointer: {
        label: {
          color: colors.panel,
          backgroundColor: colors.muted,
          formatter: named ? undefined : (at) => text(at.value, described.unit),
        },
      },
    };
  }

  /** Converts points from [x, y] or [x, y, low, high]. */
  function unpacked(series) {
    return Object.assign({}, series, {
      points: series.points.map((point) => ({
        x: point[0],
        y: point[1],
        low: point.length > 2 ? point[2] : point[1],
        high: point.length > 2 ? point[3] : point[1],
      })),
    });
  }

  function shown(point, log) {
    return point.y === null || (log && point.y <= 0) ? null : point.y;
  }

  /** The first series with a value at a place, for a cursor that gaps hide; -1 beyond the last place. */
  function seriesAt(chart, at) {
    const reaching = (series) => series.points.length > at;
    const known = chart.series.findIndex((series) =>
      reaching(series) && shown({ y: series.points[at][1] }, chart.y[series.axis].log) !== null);
    return known >= 0 ? known : chart.series.findIndex(reaching);
  }

  /** Whether no line leads to a value, because there is none before and none after it. */
  function isAlone(y, index, all) {
    const known = (at) => typeof all[at] === 'number';
    return known(index) && !known(index - 1) && !known(index + 1);
  }

  function band(kind, colors) {
    const named = { FAILURES: colors.bad, GC: colors.doubtful, FAULT: colors.neutral };
    return named[kind] || colors.muted;
  }

  /** Bands and marks, in a separate series: they stay visible when other series are hidden. */
  function setApart(chart, flat, colors, room) {
    const apart = { type: 'line', name: 'set apart', data: [], silent: true };
    if (chart.bands.length > 0) {
      apart.markArea = {
        silent: true,
        data: chart.bands.map((each) => [
          { xAxis: each.from, itemStyle: { color: band(each.kind, colors), opacity: 0.13 } },
          { xAxis: each.to },
        ]),
      };
    }
    if (chart.marks.length > 0) {
      apart.markLine = {
        silent: true,
        symbol: 'none',
        data: chart.marks.map((mark, index) => ({
          [mark.upright !== flat ? 'xAxis' : 'yAxis']: mark.at,
          lineStyle: { color: colors.muted, type: 'dashed' },
          label: {
            formatter: () => mark.label,
            color: colors.muted,
            fontSize: room.font,
            textBorderWidth: 0,
            // Upright marks may stand close to each other.
            position: !mark.upright ? 'insideMiddleBottom' : index % 2 === 0 ? 'insideEndTop' : 'insideStartTop',
          },
        })),
      };
    }
    return apart;
  }

  /** Error bars from the lower to the upper end of intervals. shift: of dots side by side, in pixels. */
  function intervals(series, index, places, flat, count, shift, color) {
    return {
      type: 'custom',
      name: series.name,
      [flat ? 'xAxisIndex' : 'yAxisIndex']: series.axis,
      silent: true,
      z: 5,
      tooltip: { show: false },
      encode: flat ? { x: [1, 2], y: 0 } : { x: 0, y: [1, 2] },
      data: series.points
        .filter((point) => point.low < point.high)
        .map((point) => [point.x, point.low, point.high]),
      renderItem: function (params, api) {
        const along = flat ? 1 : 0;
        const coord = (value) => api.coord(flat ? [value, api.value(0)] : [api.value(0), value]);
        const low = coord(api.value(1))[1 - along];
        const high = coord(api.value(2))[1 - along];
        let at = coord(api.value(1))[along] + shift;
        if (places) {
          const bars = api.barLayout({ count: count, barMaxWidth: 48, barGap: '20%' });
          at += bars[index].offsetCenter;
        }
        const line = (at1, value1, at2, value2) => ({
          type: 'line',
          shape: flat
            ? { x1: value1, y1: at1, x2: value2, y2: at2 }
            : { x1: at1, y1: value1, x2: at2, y2: value2 },
          style: { stroke: color, lineWidth: 1.5 },
        });
        return {
          type: 'group',
          children: [
            line(at, low, at, high),
            line(at - 5, low, at + 5, low),
            line(at - 5, high, at + 5, high),
          ],
        };
      },
    };
  }

  /** The area between the lower and the upper ends of intervals, interrupted where there is none. */
  function range(series, log, color) {
    const ends = series.points.map((point) => {
      const low = log && point.low <= 0 ? Math.max(point.y, 0) || point.high : point.low;
      return shown(point, false) === null || (log && point.high <= 0)
        ? [point.x, null, null]
        : [point.x, low, point.high];
    });
    return {
      type: 'custom',
      name: series.name,
      yAxisIndex: series.axis,
      silent: true,
      z: 1,
      tooltip: { show: false },
      encode: { x: 0, y: [1, 2] },
      data: ends,
      renderItem: function (params, api) {
        // The first item draws all of them.
        if (params.dataIndexInside > 0) {
          return null;
        }
        const parts = [[]];
        ends.forEach((point) => {
          if (point[1] !== null) {
            parts[parts.length - 1].push(point);
          } else if (parts[parts.length - 1].length > 0) {
            parts.push([]);
          }
        });
        const edge = (part, place) => part.map((point) => api.coord([point[0], point[place]]));
        return {
          type: 'group',
          children: parts.map((part) => ({
            type: 'polygon',
            shape: { points: edge(part, 2).concat(edge(part, 1).reverse()) },
            style: { fill: color, stroke: color, lineWidth: 0.8, opacity: 0.3 },
          })),
        };
      },
    };
  }

  function tooltip(chart, colors) {
    const escape = (words) =>
      String(words).replace(/[&<>"']/g, (sign) => '&#' + sign.charCodeAt(0) + ';');
    return {
      trigger: 'axis',
      confine: true,
      backgroundColor: colors.panel,
      borderColor: colors.line,
      textStyle: { color: colors.text },
      axisPointer: { type: 'line', lineStyle: { color: colors.muted } },
      formatter: function (items) {
        const at = items[0];
        const head =
          chart.x.unit === 'CATEGORY' ? chart.x.categories[at.data.x] : text(at.data.x, chart.x.unit);
        return [escape(head)]
          .concat(
            items
              .filter((item) => item.data && item.data.y !== null)
              .map((item) => {
                const axis = chart.y[item.data.axis];
                const ends =
                  item.data.low < item.data.high
                    ? ' [' + text(item.data.low, axis.unit) + ', ' + text(item.data.high, axis.unit) + ']'
                    : '';
                return (
                  item.marker + escape(item.seriesName) + ': <b>' +
                  escape(text(item.data.y, axis.unit) + ends) + '</b>'
                );
              })
          )
          .join('<br>');
      },
    };
  }

  /** Charts with a common cursor have their axes at the same position. */
  function grid(chart, flat) {
    return chart.cursor !== ''
      ? { left: 92, right: 28, top: 40, bottom: 52, outerBoundsMode: 'none' }
      : {
          left: 12,
          right: 28,
          top: 40,
          bottom: (flat ? chart.y[0] : chart.x).name === '' ? 12 : 30,
          outerBoundsMode: 'same',
          outerBoundsContain: 'axisLabel',
        };
  }

  /** The ECharts options of a chart. */
  function option(chart, colors, room) {
    const places = chart.x.unit === 'CATEGORY';
    const flat = isFlat(chart, room);
    const all = chart.series.map(unpacked);
    const bars = all.filter((series) => series.kind === 'BAR');
    const dots = all.filter((series) => series.kind === 'POINT');
    const drawn = [setApart(chart, flat, colors, room)];
    all.forEach(function (series, index) {
      const paint = color(chart, index, colors);
      const log = chart.y[series.axis].log;
      const line = ['LINE', 'DASHED', 'RANGE'].includes(series.kind);
      const dot = series.kind === 'POINT';
      const hollow = series.kind === 'HOLLOW';
      const values = series.points.map((point) => shown(point, log));
      const many = line && series.points.length > MOST_SYMBOLS;
      const alone = many && values.some(isAlone);
      const type = line ? 'line' : dot || hollow ? 'scatter' : 'bar';
      const shift = dot && places ? (dots.indexOf(series) - (dots.length - 1) / 2) * dotDistance(flat) : 0;
      drawn.push({
        type: type,
        name: series.name,
        [flat ? 'xAxisIndex' : 'yAxisIndex']: series.axis,
        data: series.points.map((point, at) => ({
          value: flat ? [values[at], point.x] : [point.x, values[at]],
          x: point.x,
          y: values[at],
          low: point.low,
          high: point.high,
          axis: series.axis,
          symbol: alone && !isAlone(values[at], at, values) ? 'none' : undefined,
        })),
        color: paint,
        itemStyle: { color: paint },
        lineStyle: { width: 1.6, color: paint, type: series.kind === 'DASHED' ? 'dashed' : 'solid' },
        showSymbol: line && (!many || alone),
        symbol: hollow ? 'emptyDiamond' : 'circle',
        symbolSize: line ? 5 : hollow ? 12 : 9,
        symbolOffset: flat ? [0, shift] : [shift, 0],
        stack: series.kind === 'STACK' ? 'stack' : undefined,
        barMaxWidth: 48,
        barMinWidth: 3,
        barGap: series.kind === 'BAR' ? '20%' : undefined,
        barCategoryGap: places ? '30%' : '0%',
        emphasis: { disabled: true },
      });
      if (series.kind === 'RANGE') {
        drawn.push(range(series, log, paint));
      } else if (series.points.some((point) => point.low < point.high)) {
        drawn.push(
          intervals(
            series, bars.indexOf(series), series.kind === 'BAR' && places, flat, bars.length, shift,
            dot ? paint : colors.text
          )
        );
      }
    });
    const along = axis(chart.x, false, flat, colors, room);
    const figures = chart.y.map((each, index) =>
      Object.assign(
        axis(each, true, flat, colors, room),
        index === 0
          ? {}
          : { splitLine: { show: false }, nameTextStyle: { color: colors.muted, align: 'right' } }
      )
    );
    return {
      animation: false,
      useUTC: true,
      backgroundColor: 'transparent',
      textStyle: { fontFamily: 'system-ui, sans-serif' },
      grid: grid(chart, flat),
      xAxis: flat ? figures : along,
      yAxis: flat ? along : figures,
      tooltip: tooltip(chart, colors),
      // Pages have a legend that is accessible by keyboard.
      legend: { show: false, data: chart.series.map((series) => series.name) },
      series: drawn,
    };
  }

  return {
    option: option, text: text, color: color, height: height, lines: lines, widthOf: widthOf, isFlat: isFlat,
    seriesAt: seriesAt,
  };
})();

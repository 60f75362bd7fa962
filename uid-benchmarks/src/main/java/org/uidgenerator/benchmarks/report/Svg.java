package org.uidgenerator.benchmarks.report;

import java.awt.Dimension;
import java.awt.geom.Rectangle2D;
import java.io.IOException;
import java.io.Writer;
import java.nio.file.Files;
import java.nio.file.Path;
import javax.xml.parsers.DocumentBuilderFactory;
import javax.xml.parsers.ParserConfigurationException;
import org.apache.batik.svggen.SVGGraphics2D;
import org.jfree.chart.JFreeChart;
import org.w3c.dom.Document;

/** Draws a chart into an SVG file. */
final class Svg {
    private static final String NAMESPACE = "http://www.w3.org/2000/svg";

    private Svg() {}

    static void write(JFreeChart chart, int width, int height, Path file) throws IOException {
        SVGGraphics2D graphics = new SVGGraphics2D(emptyDocument());
        graphics.setSVGCanvasSize(new Dimension(width, height));
        chart.draw(graphics, new Rectangle2D.Double(0, 0, width, height));
        try (Writer writer = Files.newBufferedWriter(file)) {
            graphics.stream(writer, true);
        }
    }

    private static Document emptyDocument() {
        try {
            return DocumentBuilderFactory.newInstance()
                    .newDocumentBuilder()
                    .getDOMImplementation()
                    .createDocument(NAMESPACE, "svg", null);
        } catch (ParserConfigurationException e) {
            throw new IllegalStateException("the JDK has no XML parser", e);
        }
    }
}
